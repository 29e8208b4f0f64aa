#include "gtp/solve/estimator.h"

#include "engine/base/os/pages.h"
#include "engine/player/player.h"

enum {
    VISITS_PER_POINT = 150,
    MEMORY_MB = 64,
    LIFE_POINTS = 6, /* that a color which lives has at least, seki aside */
};

struct Estimator {
    const SolvePosition *position;
    Game *game;
    NetworkLoad *load;
    Player player;
    bool has_player;
    PlayerOptions options;
};

Estimator *estimator_new(const SolveOptions *options, const SolvePosition *position) {
    const NetworkOptions network = {.precision = PRECISION_AUTO,
                                    .symmetry = NETWORK_RANDOM,
                                    .threads = 1,
                                    .tells_choice = true};
    Status status;
    Estimator *estimator = aligned_new(sizeof *estimator);
    if (estimator == NULL) {
        return NULL;
    }
    estimator->position = position;
    estimator->options = player_default_options();
    estimator->options.visits = (int64_t)VISITS_PER_POINT * position->width * position->height;
    estimator->options.memory_mb = MEMORY_MB;
    estimator->options.resign_below = 0;
    estimator->options.solve = false;
    estimator->game = game_new(HASH_DEFAULT_SEED);
    estimator->load = network_load_start(NETWORK_INSIDE, &network, &status);
    estimator->has_player = estimator->game != NULL && estimator->load != NULL &&
                            network_load_wait(estimator->load, &status) != NULL &&
                            player_init(&estimator->player, estimator->load);
    if (!estimator->has_player) {
        estimator_free(estimator);
        return NULL;
    }
    estimator->game->rules = options->rules;
    return estimator;
}

void estimator_free(Estimator *estimator) {
    if (estimator == NULL) {
        return;
    }
    if (estimator->has_player) {
        player_free(&estimator->player);
    }
    network_load_free(estimator->load);
    if (estimator->game != NULL) {
        game_free(estimator->game);
    }
    aligned_free(estimator);
}

static bool set_up(Estimator *estimator, Point first) {
    const SolvePosition *position = estimator->position;
    Game *game = estimator->game;
    Status status;
    return game_clear(game, position->width, position->height, &status) &&
           game_set_up(game, position->cells, position->to_move, 0, &status) &&
           (first == POINT_NONE || (game_check(game, position->to_move, first) == MOVE_LEGAL &&
                                    game_play(game, position->to_move, first, &status)));
}

/* Is Black more likely than not to win by this many points? Returns false if there was nothing to
 * search. */
static bool judge(Estimator *estimator, int points, bool *black_wins) {
    Game *game = estimator->game;
    const Color mover = (Color)game->board.to_move;
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

bool estimator_value(Estimator *estimator, Point first, int *value) {
    const int cells = estimator->position->width * estimator->position->height;
    int lower = -cells, upper = cells;
    bool black_wins = false, ok = set_up(estimator, first);
    while (ok && lower < upper) {
        const int points = upper - (upper - lower) / 2;
        ok = judge(estimator, points, &black_wins);
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
    return ok;
}
