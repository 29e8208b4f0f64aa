/* The header has the contract. */
#include "engine/player/player_search.h"

#include <math.h>

#include "engine/base/clock.h"
#include "engine/player/limits.h"
#include "engine/player/time.h"

/* The part of a move's time in which a network that is still being read may turn up. The rest is
 * for the playouts: a third of the time costs them little, since their strength grows with the
 * logarithm of it, and the later the network came, the fewer visits it would still make. */
static const double WAIT_SHARE = 2.0 / 3;

/* A rank's time a move: what is left of 0.2 s is for an evaluation under way and the answer. */
static const double STRENGTH_SECONDS = 0.16;
enum { STRENGTH_MEMORY_MB = 16 };

/* Ranks search a position in the same way every time, and only the sampling differs: so the chances
 * can be told afterwards. */
enum { STRENGTH_SEED = 1 };

/* ---- Time ---- */

Deadline player_search_part_of_time(const PlayerSearch *search, const Player *player,
                                    double share) {
    return (Deadline){.at = search->time.start + share * search->time.seconds,
                      .cancel = player->cancel};
}

/* By the clock, or else by the options, which give it that many seconds. */
static MoveTime start_time(const Turn *turn, double seconds) {
    const PlayerOptions *options = turn->options;
    const GameClock *clock = turn->clock;
    MoveTime time = {.start = turn->start > 0 ? turn->start : clock_seconds(),
                     .seconds = seconds,
                     .is_limited = options->move_seconds > 0};
    const double budget = clock == NULL
                              ? INFINITY
                              : time_budget(clock, turn->color, turn->game->geometry->cell_count,
                                            turn->game->move_count, options->lag);
    if (isfinite(budget)) {
        time.seconds = budget;
        time.unclear_seconds = time_reserve(clock, turn->color, budget, options->lag);
        time.is_limited = true;
    }
    return time;
}

/* How long a move waits for networks that are still being read. */
static Deadline wait_for_networks(const PlayerSearch *search, const Player *player) {
    return player_search_part_of_time(search, player,
                                      search->time.is_limited ? WAIT_SHARE : INFINITY);
}

/* The time of a rank's move, once the networks are there. */
static MoveTime strength_time(const MoveTime *time) {
    const double now = clock_seconds();
    const double left = time->is_limited ? time->start + time->seconds - now : INFINITY;
    return (MoveTime){.start = now,
                      .seconds = fmin(fmax(left, 0), STRENGTH_SECONDS),
                      .is_limited = time->is_limited};
}

void player_search_take_any_time(PlayerSearch *search) {
    search->time = (MoveTime){.start = clock_seconds(), .seconds = INFINITY};
}

/* ---- What it goes by ---- */

void player_search_init(PlayerSearch *search, const Turn *turn) {
    *search = (PlayerSearch){.turn = *turn, .options = *turn->options};
    search->turn.options = &search->options;
    search->limits = limits_of_turn(&search->turn);
    search->time = start_time(&search->turn, search->limits.seconds);
}

void player_search_init_own(PlayerSearch *search, const Turn *turn) {
    player_search_init(search, turn);
    PlayerOptions *own = &search->options;
    if (own->strength != STRENGTH_NONE && !human_profile_is_set(&own->profile)) {
        own->profile = strength_profile(own->strength);
    }
}

void player_search_only_report(PlayerSearch *search) {
    limits_only_report(&search->limits);
    search->time.unclear_seconds = 0;
}

void player_search_serve_choice(PlayerSearch *search, double playout_doublings) {
    search->limits.playout_doublings = playout_doublings;
    search->limits.anti_mirror = search->options.anti_mirror || search->options.genmove_anti_mirror;
}

/* Without a profile a network could not be asked that imitates people and turns up too late to be
 * counted. */
void player_search_play_strength(PlayerSearch *search, int strength, const Imitators *imitators,
                                 double luck) {
    PlayerOptions *options = &search->options;
    const bool is_imitated = imitators->main || imitators->human;
    const StrengthPlay play = is_imitated ? strength_play_imitated() : strength_play(strength);
    options->strength = strength;
    options->profile = strength_profile(strength);
    options->visits = (int64_t)play.visits + (luck < play.visits - floor(play.visits));
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
    search->limits = limits_of_turn(&search->turn);
    search->limits.seed = STRENGTH_SEED;
}

/* Returns a number from 0 to 1, independent of the sampling with the same seed (choose.c). */
static double luck_of(uint64_t seed) {
    Rng rng = rng_new(seed);
    return rng_next(&rng) / (UINT32_MAX + 1.0);
}

bool player_search_init_choice(PlayerSearch *search, Player *player, const Turn *turn,
                               Status *status) {
    player_search_init(search, turn);
    const int strength = turn->options->strength;
    if (strength == STRENGTH_NONE) {
        return true;
    }
    Imitators imitators;
    const Deadline deadline = wait_for_networks(search, player);
    if (!networks_can_play_strength(player, strength, status) ||
        !networks_find_imitators(player, &deadline, &imitators, status)) {
        return false;
    }
    search->is_late = imitators.is_late;
    player_search_play_strength(search, strength, &imitators, luck_of(search->limits.seed));
    search->time = strength_time(&search->time);
    return true;
}

bool player_search_run(PlayerSearch *search, Player *player, PlayerMove *choice, Status *status) {
    const MoveTime *time = &search->time;
    SearchLimits *limits = &search->limits;
    limits->watch = player->watch;
    limits->avoid = player->avoid;
    limits->symmetric = limits->symmetric && player->avoid == NULL;
    limits->cancel = player->cancel;
    const double before = clock_seconds();
    const Deadline deadline = wait_for_networks(search, player);
    if (!networks_choose(player, &search->options, &deadline, limits, &choice->network_was_late,
                         status)) {
        return false;
    }
    choice->network_was_late = choice->network_was_late || search->is_late;
    const double now = clock_seconds();
    const double waited = time->is_limited ? 0 : now - before;
    limits->seconds = fmax(time->seconds - (now - time->start - waited), 0);
    limits->unclear_seconds = time->unclear_seconds;
    choice->searched = search_run(player->search, search->turn.game, search->turn.color, limits,
                                  &choice->search, status);
    return choice->searched;
}
