#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/bench/bench.h"
#include "engine/eval/network.h"

_Static_assert((int)BENCH_BATCH_MAX <= (int)FAST_BATCH_MAX, "the evaluator takes such batches");

/* What a search asks: positions a few moves beyond the one that the game is in. */
enum { POSITIONS = 8, PATH_LENGTH = 6, ROUNDS = 20 };

typedef struct {
    Network *network;
    Game *game;
    Board *boards; /* [POSITIONS] */
    Point paths[POSITIONS][PATH_LENGTH];
    EvalQuestion questions[FAST_BATCH_MAX];
    EvalAnswer *answers; /* [FAST_BATCH_MAX] */
    Rng rng;
    int batch;
    double seconds;
    double rate; /* evaluations a second */
    int64_t evaluations;
} Asker;

/* A move drawn by the network's policy; a pass where that is illegal. */
static Point draw_move(const Game *game, const NetAnswer *answer, Rng *rng) {
    const Color mover = (Color)game->board.to_move;
    float rest = (float)rng_below(rng, 1 << 24) / (float)(1 << 24);
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        const Point p = game->geometry->point_of[cell];
        rest -= answer->policy[cell];
        if (rest < 0 && game_check(game, mover, p) == MOVE_LEGAL) {
            return p;
        }
    }
    return POINT_PASS;
}

/* Plays the network against itself into the middle of a game. */
static bool play_opening(Network *network, Game *game, Rng *rng) {
    NetAnswer *answer = calloc(1, sizeof *answer);
    Status ignored;
    bool ok = answer != NULL;
    for (int i = 0; ok && i < game->geometry->cell_count / 3; i++) {
        ok = network_evaluate(network, game, (Color)game->board.to_move, SYMMETRY_IDENTITY,
                              answer) &&
             game_play(game, (Color)game->board.to_move, draw_move(game, answer, rng), &ignored);
    }
    free(answer);
    return ok;
}

/* Random moves where board_check finds them legal. */
static void find_position(Asker *asker, int index) {
    Board *board = &asker->boards[index];
    board_copy(board, &asker->game->board);
    for (int i = 0; i < PATH_LENGTH; i++) {
        const Color mover = (Color)board->to_move;
        const uint32_t choice = rng_below(&asker->rng, (uint32_t)asker->game->geometry->cell_count);
        const Point p = asker->game->geometry->point_of[choice];
        asker->paths[index][i] = board_check(board, mover, p, false) == MOVE_LEGAL ? p : POINT_PASS;
        board_play(board, mover, asker->paths[index][i]);
    }
}

static bool prepare(Asker *asker, const Game *game) {
    asker->boards = aligned_alloc(64, POSITIONS * sizeof *asker->boards);
    asker->answers = calloc(FAST_BATCH_MAX, sizeof *asker->answers);
    if (asker->boards == NULL || asker->answers == NULL) {
        return false;
    }
    for (int i = 0; i < POSITIONS; i++) {
        find_position(asker, i);
    }
    for (int i = 0; i < FAST_BATCH_MAX; i++) {
        const int index = i % POSITIONS;
        asker->questions[i] = (EvalQuestion){.game = game,
                                             .board = &asker->boards[index],
                                             .last = asker->paths[index][PATH_LENGTH - 1],
                                             .before = asker->paths[index][PATH_LENGTH - 2],
                                             .path = asker->paths[index],
                                             .path_length = PATH_LENGTH,
                                             .wants_policy = true,
                                             .rng = &asker->rng};
    }
    return true;
}

static void ask(void *item) {
    Asker *asker = item;
    const Evaluator *evaluator = network_evaluator(asker->network);
    const double start = clock_seconds();
    double now = start;
    asker->evaluations = 0;
    while (now < start + asker->seconds) {
        const int first = (int)rng_below(&asker->rng, POSITIONS);
        const int most = FAST_BATCH_MAX - asker->batch;
        evaluator->evaluate(evaluator, asker->questions + (first < most ? first : most),
                            asker->answers, asker->batch);
        asker->evaluations += asker->batch;
        now = clock_seconds();
    }
    asker->rate = (double)asker->evaluations / (now - start);
}

/* The first round, which is not counted, makes what evaluations need. */
static bool run_rounds(Asker *askers, double seconds, BenchNet *result) {
    FastTimes before = {0};
    for (int round = 0; round <= ROUNDS; round++) {
        double rate = 0;
        for (int i = 0; i < result->threads; i++) {
            askers[i].seconds = round == 0 ? 0 : seconds / ROUNDS;
        }
        if (team_run(ask, askers, sizeof *askers, result->threads) < result->threads) {
            return false;
        }
        for (int i = 0; i < result->threads; i++) {
            rate += askers[i].rate;
        }
        if (round == 0) {
            before = network_times(askers[0].network);
        } else if (rate > result->evals_per_s) {
            result->evals_per_s = rate;
        }
    }
    const FastTimes after = network_times(askers[0].network);
    const double features = after.features - before.features, layers = after.layers - before.layers,
                 heads = after.heads - before.heads, all = features + layers + heads;
    result->features_share = features / all;
    result->layers_share = layers / all;
    result->heads_share = heads / all;
    return true;
}

static bool measure(Network *network, Game *game, Asker *askers, double seconds, BenchNet *result,
                    Status *status) {
    Rng rng = rng_new(1);
    bool ok = play_opening(network, game, &rng);
    for (int i = 0; ok && i < result->threads; i++) {
        askers[i] = (Asker){.network = network,
                            .game = game,
                            .rng = rng_new((uint64_t)i + 1),
                            .batch = result->batch};
        ok = prepare(&askers[i], game);
    }
    ok = ok && run_rounds(askers, seconds, result);
    for (int i = 0; i < result->threads; i++) {
        free(askers[i].boards);
        free(askers[i].answers);
    }
    return ok || status_fail(status, "out of memory");
}

bool bench_net(const BenchNetOptions *options, BenchNet *result, Status *status) {
    const NetworkOptions how = {
        .precision = options->precision, .symmetry = NETWORK_RANDOM, .batch_max = options->batch};
    Network *network = network_open(options->model, &how, status);
    if (network == NULL) {
        return false;
    }
    *result = (BenchNet){.size = options->size,
                         .threads = options->threads,
                         .batch = options->batch,
                         .precision = precision_name(network_precision(network))};
    Game *game = game_new(HASH_DEFAULT_SEED);
    Asker *askers = calloc((size_t)options->threads, sizeof *askers);
    Status no_memory;
    bool ok = (game != NULL && askers != NULL &&
               game_clear(game, options->size, options->size, &no_memory)) ||
              status_fail(status, "out of memory");
    const double peak_before = ok ? network_peak(network) : 0;
    ok = ok && measure(network, game, askers, options->seconds, result, status);
    const double peak_after = ok ? network_peak(network) : 0;
    const double peak = peak_before > peak_after ? peak_before : peak_after;
    result->gflops =
        result->evals_per_s * network_flop(network, options->size, options->size) / 1e9;
    result->peak_gflops = peak / 1e9;
    free(askers);
    game_free(game);
    network_close(network);
    return ok;
}
