#include "engine/search/player.h"

#include <math.h>

#include "engine/base/clock.h"
#include "engine/search/ownership.h"

/* A lost game is given up only after the opening, and on the word of this many visits. */
static const int64_t RESIGN_VISITS = 200;

/* A move where nothing else is said. */
static const double DEFAULT_SECONDS = 5;

PlayerOptions player_default_options(void) {
    return (PlayerOptions){
        .symmetric = true,
        .threads = 1,
        .memory_mb = 256,
        .seed = 1,
        .resign_below = 0.05,
        .lag = 0.2,
    };
}

int64_t player_level_visits(int level) {
    return INT64_C(50) << level; /* 100 to 51,200 */
}

/* The opponent has passed: does passing too win, whether dead stones are taken off or not? */
static bool pass_wins(const Game *game, Color color) {
    uint8_t none[POINT_COUNT] = {0};
    uint8_t dead[POINT_COUNT];
    ownership_dead(game, dead);
    const double as_it_stands = game_score(game, none);
    const double cleaned = game_score(game, dead);
    return color == BLACK ? as_it_stands > 0 && cleaned > 0 : as_it_stands < 0 && cleaned < 0;
}

static bool should_pass(const PlayerOptions *options, const Game *game, Color color) {
    if (!options->play_out && game->board.passes > 0 && pass_wins(game, color)) {
        return true;
    }
    return ownership_is_settled(game);
}

static bool should_resign(const PlayerOptions *options, const Game *game, const UctResult *search) {
    return search->win_rate < options->resign_below && search->visits >= RESIGN_VISITS &&
           game->move_count > game->geometry->cell_count / 4;
}

static UctLimits search_limits(const PlayerOptions *options, const Game *game) {
    const double automatic = options->visits > 0 ? INFINITY : DEFAULT_SECONDS;
    return (UctLimits){
        .threads = (int)options->threads,
        .seconds = options->move_seconds > 0 ? options->move_seconds : automatic,
        .visits = options->visits > 0 ? options->visits : INT64_MAX,
        .symmetric = options->symmetric,
        .seed = options->seed ^ hash_mix((uint64_t)game->move_count + 1),
        .avoid_pass = options->play_out,
        .memory = (size_t)options->memory_mb << 20,
    };
}

bool player_choose(const PlayerOptions *options, const GameClock *clock, const Game *game,
                   Color color, PlayerMove *answer, Status *status) {
    const double start = clock_seconds();
    *answer = (PlayerMove){.move = POINT_PASS};
    if (should_pass(options, game, color)) {
        return true;
    }
    UctLimits limits = search_limits(options, game);
    if (clock != NULL) {
        const double budget =
            clock_budget(clock, color, game->geometry->cell_count, game->move_count, options->lag);
        if (isfinite(budget)) {
            limits.seconds = budget;
        }
    }
    limits.seconds = fmax(limits.seconds - (clock_seconds() - start), 0);
    if (!uct_search(game, color, &limits, &answer->search, status)) {
        return false;
    }
    answer->searched = true;
    answer->move =
        should_resign(options, game, &answer->search) ? POINT_RESIGN : answer->search.move;
    return true;
}

bool player_choose_among(const PlayerOptions *options, const Game *game, Color color,
                         const bool *allowed, PlayerMove *answer, Status *status) {
    UctLimits limits = search_limits(options, game);
    limits.allowed = allowed;
    *answer = (PlayerMove){.move = POINT_PASS, .searched = true};
    if (!uct_search(game, color, &limits, &answer->search, status)) {
        return false;
    }
    answer->move = answer->search.move;
    return true;
}
