#include "gtp/solve/solve_options.h"

#include "engine/player/player.h"

enum {
    VISITS_PER_POINT = 150,
    MEMORY_MB = 64,
    LIFE_POINTS = 6, /* that a color which lives has at least, seki aside */
};

typedef struct {
    Game *game;
    Player player;
    PlayerOptions options;
} Estimator;

/* Is Black more likely than not to win by this many points? Returns false if there was nothing to
 * search. */
static bool ask_komi(Estimator *estimator, int points, bool *black_wins) {
    Game *game = estimator->game;
    const Color mover = game->board.to_move;
    const Turn turn = {.game = game, .color = mover, .options = &estimator->options};
    PlayerMove choice;
    Status status;
    game->komi = points - 0.5;
    player_clear(&estimator->player);
    if (!player_choose(&estimator->player, &turn, &choice, &status) || !choice.searched) {
        return false;
    }
    *black_wins = (choice.search.win_rate > 0.5) == (mover == BLACK);
    return true;
}

static bool set_up(Game *game, const SolvePosition *position) {
    const Point first = position->first;
    Status status;
    return game_clear(game, position->width, position->height, &status) &&
           game_set_up(game, position->cells, position->to_move, 0, &status) &&
           (first == POINT_NONE || (game_check(game, position->to_move, first) == MOVE_LEGAL &&
                                    game_play(game, position->to_move, first, &status)));
}

static bool bisect_komi(Estimator *estimator, int cells, int *value) {
    int lower = -cells, upper = cells;
    bool black_wins = false, ok = true;
    while (ok && lower < upper && !atomic_load(estimator->player.cancel)) {
        const int points = upper - (upper - lower) / 2;
        ok = ask_komi(estimator, points, &black_wins);
        if (black_wins) {
            lower = points;
        } else {
            upper = points - 1;
        }
    }
    /* A side that has nearly all points is taken to have all. */
    *value = lower > cells - 2 * LIFE_POINTS   ? cells
             : lower < 2 * LIFE_POINTS - cells ? -cells
                                               : lower;
    return ok && lower == upper;
}

bool estimator_value(const SolveOptions *options, const SolvePosition *position,
                     _Atomic bool *cancel, int *value) {
    const NetworkOptions network = {.precision = PRECISION_AUTO};
    const int cells = position->width * position->height;
    Status status;
    Estimator estimator = {.game = game_new(HASH_DEFAULT_SEED),
                           .options = player_default_options()};
    NetworkLoad *load = network_load_start(NETWORK_INSIDE, &network, &status);
    bool ok = false;
    estimator.options.visits = (int64_t)VISITS_PER_POINT * cells;
    estimator.options.memory_mb = MEMORY_MB;
    estimator.options.resign_below = 0;
    estimator.options.solve = false;
    if (estimator.game != NULL && network_load_wait(load, &status) != NULL &&
        player_init(&estimator.player, load)) {
        estimator.game->rules = options->rules;
        estimator.player.cancel = cancel;
        ok = set_up(estimator.game, position) && bisect_komi(&estimator, cells, value);
        player_free(&estimator.player);
    }
    network_load_free(load);
    game_free(estimator.game);
    return ok;
}
