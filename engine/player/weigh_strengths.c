/* What a move says about the rank of its player (player.h: player_weigh_strengths). */
#include <math.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/player/player.h"
#include "engine/player/player_search.h"

/* The share of moves that are slips: anywhere on the board. */
static const double SLIP = 0.02;

typedef struct {
    Player *player;
    const Turn *turn;
    const Imitators *imitators;
    Point move;
    double *chances; /* [strength] */
} Weighing;

/* Searches as a rank does, for as long as it takes. Sets how the rank samples. */
static bool search_as(const Weighing *w, int strength, const SearchObserver *observer,
                      SamplingParameters *sampling, Status *status) {
    const Deadline cancelled = networks_until_cancelled(w->player);
    PlayerMove ignored;
    PlayerSearch search;
    player_search_init(&search, w->player, w->turn);
    player_search_play_strength(&search, strength, w->imitators, 0);
    player_search_take_any_time(&search);
    search.limits.observer = observer;
    *sampling = search.limits.sampling;
    return player_search_run(&search, &ignored, status) &&
           (!deadline_is_over(&cancelled) || status_fail(status, "interrupted"));
}

/* Each rank imitates other people. */
static bool weigh_one_by_one(const Weighing *w, Status *status) {
    SamplingParameters sampling;
    bool ok = true;
    for (int strength = STRENGTH_LEAST; ok && strength <= STRENGTH_MOST; strength++) {
        ok = search_as(w, strength, NULL, &sampling, status);
        w->chances[strength] = ok ? search_chance(w->player->search, &sampling, w->move) : 0;
    }
    return ok;
}

/* Adds the chances by the ranks that may choose after this many visits. */
static void weigh_visits(void *context, int64_t visits) {
    const Weighing *w = context;
    for (int strength = STRENGTH_LEAST; strength <= STRENGTH_MOST; strength++) {
        const StrengthPlay play = strength_play(strength);
        const double part = 1 - fabs(play.visits - (double)visits); /* of the rank's moves */
        if (part > 0) {
            w->chances[strength] +=
                part * search_chance(w->player->search, &play.sampling, w->move);
        }
    }
}

/* All ranks search in the same way, the stronger for longer. */
static bool weigh_together(Weighing *w, Status *status) {
    const SearchObserver observer = {weigh_visits, w};
    SamplingParameters ignored;
    memset(w->chances, 0, (STRENGTH_MOST + 1) * sizeof *w->chances);
    return search_as(w, STRENGTH_MOST, &observer, &ignored, status);
}

bool player_weigh_strengths(Player *player, const Turn *turn, Point move,
                            double chances[STRENGTH_MOST + 1], bool *is_informative,
                            Status *status) {
    const Deadline cancelled = networks_until_cancelled(player);
    Imitators imitators;
    *is_informative = false;
    if (!networks_can_play_strength(player, STRENGTH_LEAST, status)) {
        return false;
    }
    if (move == POINT_PASS || player_is_settled(player, turn, &cancelled)) {
        return true;
    }
    if (!networks_find_imitators(player, &cancelled, &imitators, status)) {
        return false;
    }
    if (imitators.is_late) {
        return status_fail(status, "interrupted");
    }
    if (player->strength_search == NULL) {
        player->strength_search = search_new(&player->playouts->evaluator);
    }
    if (player->strength_search == NULL) {
        return status_fail(status, "out of memory");
    }
    Search *usual = player->search;
    const bool is_imitated = imitators.main || imitators.human;
    Weighing weighing = {player, turn, &imitators, move, chances};
    *is_informative = true;
    player->search = player->strength_search;
    const bool ok =
        is_imitated ? weigh_one_by_one(&weighing, status) : weigh_together(&weighing, status);
    player->search = usual;
    for (int strength = STRENGTH_LEAST; ok && strength <= STRENGTH_MOST; strength++) {
        chances[strength] =
            (1 - SLIP) * chances[strength] + SLIP / turn->game->geometry->cell_count;
    }
    return ok;
}
