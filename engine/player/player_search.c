#include "engine/player/player_search.h"

#include "engine/player/time.h"

/* The part of a move's time that waits for a network that is still loading. The rest is for
 * playouts, whose strength grows with the logarithm of their time. */
static const double WAIT_SHARE = 2.0 / 3;

enum { STRENGTH_MEMORY_MB = 16 };

/* ---- Time ---- */

Deadline player_search_part_of_time(const PlayerSearch *search, double share) {
    return (Deadline){.at = search->start + share * search->seconds,
                      .cancel = search->player->cancel};
}

/* Until when the search waits for networks that are still loading. */
static Deadline wait_for_networks(const PlayerSearch *search) {
    return player_search_part_of_time(search, search->is_limited ? WAIT_SHARE : INFINITY);
}

/* Sets the time by the clock, or else by the options; without an end if the search goes on until it
 * is cancelled. */
static void start_time(PlayerSearch *search) {
    const Turn *turn = &search->turn;
    const PlayerOptions *options = turn->options;
    if (search->purpose == SEARCH_ON || search->purpose == SEARCH_TO_PONDER) {
        search->start = clock_seconds();
        search->seconds = INFINITY;
        return;
    }
    const double budget = turn->clock == NULL ? INFINITY
                                              : time_budget(turn->clock, turn->color,
                                                            turn->game->geometry->cell_count,
                                                            turn->game->move_count, options->lag);
    search->start = turn->start > 0 ? turn->start : clock_seconds();
    search->is_limited = options->move_seconds > 0 || isfinite(budget);
    search->seconds = isfinite(budget) ? budget : limits_seconds(options);
    if (isfinite(budget) && search->purpose == SEARCH_TO_CHOOSE) {
        search->unclear_seconds = time_reserve(turn->clock, turn->color, budget, options->lag);
    }
}

/* Sets the time of a rank's move, once the networks are ready. */
static void start_strength_time(PlayerSearch *search) {
    const double now = clock_seconds();
    const double left = search->is_limited ? search->start + search->seconds - now : INFINITY;
    search->start = now;
    search->seconds = fmin(fmax(left, 0), STRENGTH_SEARCH_MS / 1000.0);
    search->unclear_seconds = 0;
}

/* ---- Options ---- */

void player_search_init(PlayerSearch *search, Player *player, const Turn *turn,
                        SearchPurpose purpose) {
    *search = (PlayerSearch){
        .player = player, .turn = *turn, .options = *turn->options, .purpose = purpose};
    PlayerOptions *own = &search->options;
    search->turn.options = own;
    if (own->strength != STRENGTH_NONE && !human_profile_is_set(&own->profile)) {
        own->profile = strength_profile(own->strength);
    }
    start_time(search);
}

/* Returns a number from 0 to 1, independent of the sampling by the same seed (choose.c). */
static double rounding_draw_of(uint64_t seed) {
    Rng rng = rng_new(seed);
    return rng_unit(&rng);
}

/* Changes the options to those of the rank. */
static void play_strength(PlayerSearch *search, const Imitators *imitators) {
    PlayerOptions *options = &search->options;
    const int strength = options->strength;
    const bool is_imitated = imitators->main || imitators->human;
    const StrengthPlay play = is_imitated ? strength_play_imitated() : strength_play(strength);
    const double draw =
        rounding_draw_of(options->seed ^ hash_mix((uint64_t)search->turn.game->move_count + 1));
    search->purpose = SEARCH_AS_RANK;
    options->visits = (int64_t)play.visits + (draw < play.visits - floor(play.visits));
    options->playouts = 0;
    options->sampling = play.sampling;
    if (!imitators->human) {
        options->sampling.human_share = 0; /* the main network's own policy, human or not */
    }
    options->net_select.won_game_score_width = 0; /* ranks were measured without */
    options->doublings = (PlayoutDoublings){.side = EMPTY};
    options->anti_mirror = options->genmove_anti_mirror = false;
    options->threads = 1;
    options->keep = false;
    options->memory_mb = STRENGTH_MEMORY_MB;
}

bool player_search_init_choice(PlayerSearch *search, Player *player, const Turn *turn,
                               Status *status) {
    const int strength = turn->options->strength;
    player_search_init(search, player, turn, SEARCH_TO_CHOOSE);
    if (strength == STRENGTH_NONE) {
        return true;
    }
    Imitators imitators;
    const Deadline deadline = wait_for_networks(search);
    if (!networks_can_play_strength(player, strength, status) ||
        !networks_find_imitators(player, &deadline, &imitators, status)) {
        return false;
    }
    search->is_late = imitators.is_late;
    play_strength(search, &imitators);
    start_strength_time(search);
    return true;
}

/* ---- Searching ---- */

bool player_search_run(PlayerSearch *search, PlayerMove *choice, Status *status) {
    Player *player = search->player;
    const double before = clock_seconds();
    const Deadline deadline = wait_for_networks(search);
    TurnNetworks networks;
    if (!networks_choose(player, &search->options, search_chooses(search->purpose), &deadline,
                         &networks, status)) {
        return false;
    }
    SearchLimits limits =
        limits_of_turn(&search->turn, search->purpose, networks.main, networks.human);
    const double now = clock_seconds();
    const double waited = search->is_limited ? 0 : now - before;
    limits.seconds = fmax(search->seconds - (now - search->start - waited), 0);
    limits.unclear_seconds = search->unclear_seconds;
    limits.allowed = search->allowed;
    limits.watch = player->watch;
    limits.avoid = player->avoid;
    limits.symmetric = limits.symmetric && player->avoid == NULL;
    limits.cancel = player->cancel;
    choice->network_was_late = networks.is_late || search->is_late;
    choice->searched = search_run(player->search, search->turn.game, search->turn.color, &limits,
                                  &choice->search, status);
    return choice->searched;
}
