#include "engine/player/networks.h"

const Evaluator *networks_evaluator(Player *player, Status *status) {
    if (player->load == NULL) {
        return player->playouts;
    }
    const Network *network = network_load_wait(player->load, status);
    return network == NULL ? NULL : network_evaluator(network);
}

/* Waits until the deadline for a network. Sets *network to NULL if none was given (load NULL) or it
 * is not loaded in time. Returns false with a message if it cannot be used. */
static bool wait_until_loaded(NetworkLoad *load, const Deadline *deadline, Network **network,
                              Status *status) {
    *network = NULL;
    return load == NULL ||
           network_load_wait_until(load, deadline, network, status) != NETWORK_LOAD_UNUSABLE;
}

Ending *networks_ending(Player *player, const Deadline *deadline) {
    Network *network;
    Status ignored; /* the next search fails with it */
    if (wait_until_loaded(player->load, deadline, &network, &ignored) && network != NULL) {
        search_set_evaluator(player->search, network_evaluator(network));
    }
    return search_ending(player->search);
}

static bool fail_to_imitate(Status *status) {
    return status_fail(status, "there is no human-play network to imitate people (--model or "
                               "--human-model); for --rank any network (--model) will do");
}

Deadline networks_until_cancelled(const Player *player) {
    return (Deadline){.at = INFINITY, .cancel = player->cancel};
}

/* Waits for the human-play network. */
static bool wait_for_human(Player *player, const Deadline *deadline, Network **network,
                           Status *status) {
    return wait_until_loaded(player->human, deadline, network, status) &&
           (*network == NULL || network_has_encoder(*network) ||
            status_fail(status, "%.80s is not a human-play network", network_name(*network)));
}

bool networks_find_imitators(Player *player, const Deadline *deadline, Imitators *found,
                             Status *status) {
    Network *network, *human;
    if (!wait_until_loaded(player->load, deadline, &network, status) ||
        !wait_for_human(player, deadline, &human, status)) {
        return false;
    }
    *found = (Imitators){.main = network != NULL && network_has_encoder(network),
                         .human = human != NULL,
                         .is_late = (player->load != NULL && network == NULL) ||
                                    (player->human != NULL && human == NULL)};
    return true;
}

bool networks_can_imitate(Player *player, Status *status) {
    const Deadline cancelled = networks_until_cancelled(player);
    Imitators found;
    if (!networks_find_imitators(player, &cancelled, &found, status)) {
        return false;
    }
    return found.main || found.human ||
           (found.is_late ? status_fail(status, "interrupted") : fail_to_imitate(status));
}

bool networks_can_play_strength(Player *player, int strength, Status *status) {
    char text[STRENGTH_TEXT_MAX + 1];
    Status reason;
    Network *human;
    if (strength == STRENGTH_NONE) {
        return true;
    }
    strength_write(strength, text);
    if (player->load == NULL && player->human == NULL) {
        return status_fail(status, "%s: playing a rank needs a network (--model or --human-model)",
                           text);
    }
    return ((player->load != NULL || networks_can_imitate(player, &reason)) &&
            wait_for_human(player, &DEADLINE_NOW, &human, &reason)) ||
           status_fail(status, "%s: %.200s", text, reason.text);
}

bool networks_choose(Player *player, const PlayerOptions *options, bool chooses,
                     const Deadline *deadline, TurnNetworks *found, Status *status) {
    const bool follows_human = chooses && options->sampling.human_share > 0;
    const bool has_profile = human_profile_is_set(&options->profile);
    *found = (TurnNetworks){0};
    if (!wait_until_loaded(player->load, deadline, &found->main, status) ||
        (found->main != NULL && !network_check_profile(found->main, &options->profile, status))) {
        return false;
    }
    if (follows_human && player->human == NULL) {
        return status_fail(status, "humanSLChosenMoveProp is set, but there is no human-play "
                                   "network (--human-model)");
    }
    if (follows_human && !wait_for_human(player, deadline, &found->human, status)) {
        return false;
    }
    found->is_late =
        (player->load != NULL && found->main == NULL) || (follows_human && found->human == NULL);
    if (has_profile && options->strength == STRENGTH_NONE && player->human == NULL &&
        !found->is_late && !(found->main != NULL && network_has_encoder(found->main))) {
        return fail_to_imitate(status); /* the command line may ask for it with any networks */
    }
    search_set_evaluator(player->search,
                         found->main != NULL ? network_evaluator(found->main) : player->playouts);
    return true;
}
