/* A network's evaluations a second, of positions as a search asks for them. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/eval/network.h"
#include "engine/lab/bench/bench.h"

_Static_assert((int)BENCH_BATCH_MAX <= (int)FAST_BATCH_MAX, "the evaluator takes such batches");

/* A search asks for positions some moves beyond one of a game: the position before the last move
 * has mostly been asked for before, the one after it mostly not. */
enum { MOMENTS = 8 /* of a game */, PATH_LENGTH = 6, ROUNDS = 20 };

typedef struct {
    Game *game;
    Board *board; /* before the last move of the path */
    Point path[PATH_LENGTH];
} BenchMoment;

typedef struct {
    Network *network;
    const BenchMoment *moments;
    Board *boards; /* [FAST_BATCH_MAX] */
    Point paths[FAST_BATCH_MAX][PATH_LENGTH];
    EvalRequest requests[FAST_BATCH_MAX];
    EvalAnswer *answers; /* [FAST_BATCH_MAX] */
    Rng rng;
    int batch;
    double seconds;
    double rate; /* evaluations a second */
    int64_t evaluations;
} EvalThread;

/* Plays the network against itself; each moment's game stops a little later. Returns false if out
 * of memory, or with a message. */
static bool play_games(Network *network, BenchMoment *moments, Rng *rng, Status *status) {
    NetAnswer *answer = calloc(1, sizeof *answer);
    const int step = moments[0].game->geometry->cell_count / MOMENTS / 2 + 1;
    bool ok = answer != NULL;
    for (int i = 0; ok && i < MOMENTS * step; i++) {
        const Game *game = moments[MOMENTS - 1].game;
        const Color mover = (Color)game->board.to_move;
        const NetworkRequest request = {.game = game, .color = mover};
        ok = network_evaluate(network, &request, answer, status);
        const Point move = ok ? answer_sample_move(answer, game, rng) : POINT_PASS;
        for (int m = i / step; ok && m < MOMENTS; m++) {
            ok = game_play(moments[m].game, mover, move, status);
        }
    }
    free(answer);
    return ok;
}

/* Plays a random move if it is legal, otherwise a pass. */
static Point play_randomly(Board *board, Rng *rng) {
    const Color mover = (Color)board->to_move;
    const uint32_t choice = rng_below(rng, (uint32_t)board->geometry->cell_count);
    const Point p = board->geometry->point_of[choice];
    const Point move = board_check(board, mover, p, false) == MOVE_LEGAL ? p : POINT_PASS;
    board_play(board, mover, move);
    return move;
}

/* Returns false if out of memory, or with a message. */
static bool moments_init(BenchMoment *moments, Network *network, int size, Status *status) {
    Rng rng = rng_new(1);
    for (int m = 0; m < MOMENTS; m++) {
        moments[m].game = game_new(HASH_DEFAULT_SEED);
        moments[m].board = aligned_alloc(64, sizeof(Board));
        if (moments[m].game == NULL || moments[m].board == NULL ||
            !game_clear(moments[m].game, size, size, status)) {
            return false;
        }
    }
    if (!play_games(network, moments, &rng, status)) {
        return false;
    }
    for (int m = 0; m < MOMENTS; m++) {
        board_copy(moments[m].board, &moments[m].game->board);
        for (int i = 0; i < PATH_LENGTH - 1; i++) {
            moments[m].path[i] = play_randomly(moments[m].board, &rng);
        }
    }
    return true;
}

static void moments_clear(BenchMoment *moments) {
    for (int m = 0; m < MOMENTS; m++) {
        game_free(moments[m].game);
        free(moments[m].board);
    }
}

static bool eval_thread_init(EvalThread *eval_thread, Network *network, const BenchMoment *moments,
                             int batch, uint64_t seed) {
    *eval_thread =
        (EvalThread){.network = network, .moments = moments, .rng = rng_new(seed), .batch = batch};
    eval_thread->boards = aligned_alloc(64, FAST_BATCH_MAX * sizeof *eval_thread->boards);
    eval_thread->answers = calloc(FAST_BATCH_MAX, sizeof *eval_thread->answers);
    return eval_thread->boards != NULL && eval_thread->answers != NULL;
}

static void eval_thread_clear(EvalThread *eval_thread) {
    free(eval_thread->boards);
    free(eval_thread->answers);
}

static void choose_request(EvalThread *eval_thread, int index) {
    const BenchMoment *moment = &eval_thread->moments[rng_below(&eval_thread->rng, MOMENTS)];
    Board *board = &eval_thread->boards[index];
    Point *path = eval_thread->paths[index];
    memcpy(path, moment->path, sizeof moment->path);
    board_copy(board, moment->board);
    path[PATH_LENGTH - 1] = play_randomly(board, &eval_thread->rng);
    eval_thread->requests[index] = (EvalRequest){.game = moment->game,
                                                 .board = board,
                                                 .last = path[PATH_LENGTH - 1],
                                                 .before = path[PATH_LENGTH - 2],
                                                 .path = path,
                                                 .path_length = PATH_LENGTH,
                                                 .wants_policy = true,
                                                 .rng = &eval_thread->rng};
}

static void ask(void *item) {
    EvalThread *eval_thread = item;
    const Evaluator *evaluator = network_evaluator(eval_thread->network);
    const double start = clock_seconds();
    double now = start;
    eval_thread->evaluations = 0;
    while (now < start + eval_thread->seconds) {
        for (int i = 0; i < eval_thread->batch; i++) {
            choose_request(eval_thread, i);
        }
        evaluator->evaluate(evaluator, eval_thread->requests, eval_thread->answers,
                            eval_thread->batch);
        eval_thread->evaluations += eval_thread->batch;
        now = clock_seconds();
    }
    eval_thread->rate = (double)eval_thread->evaluations / (now - start);
}

/* The first round, which is not counted, allocates what evaluations need. */
static bool run_rounds(EvalThread *eval_threads, double seconds, BenchNet *result) {
    FastTimes before = {0};
    for (int round = 0; round <= ROUNDS; round++) {
        double rate = 0;
        for (int i = 0; i < result->threads; i++) {
            eval_threads[i].seconds = round == 0 ? 0 : seconds / (double)ROUNDS;
        }
        if (team_run(ask, eval_threads, sizeof *eval_threads, result->threads) < result->threads) {
            return false;
        }
        for (int i = 0; i < result->threads; i++) {
            rate += eval_threads[i].rate;
        }
        if (round == 0) {
            before = network_times(eval_threads[0].network);
        } else if (rate > result->evals_per_s) {
            result->evals_per_s = rate;
        }
    }
    const FastTimes after = network_times(eval_threads[0].network);
    const double features = after.features - before.features, layers = after.layers - before.layers,
                 heads = after.heads - before.heads, all = features + layers + heads;
    result->features_share = features / all;
    result->layers_share = layers / all;
    result->heads_share = heads / all;
    return true;
}

static bool measure(Network *network, double seconds, BenchNet *result, Status *status) {
    BenchMoment moments[MOMENTS] = {{0}};
    EvalThread *eval_threads = calloc((size_t)result->threads, sizeof *eval_threads);
    Status reason = {"out of memory"};
    bool ok = eval_threads != NULL && moments_init(moments, network, result->size, &reason);
    for (int i = 0; ok && i < result->threads; i++) {
        ok = eval_thread_init(&eval_threads[i], network, moments, result->batch, (uint64_t)i + 1);
    }
    ok = ok && run_rounds(eval_threads, seconds, result);
    for (int i = 0; eval_threads != NULL && i < result->threads; i++) {
        eval_thread_clear(&eval_threads[i]);
    }
    free(eval_threads);
    moments_clear(moments);
    return ok || status_fail(status, "%.200s", reason.text);
}

bool bench_net(const BenchNetOptions *options, BenchNet *result, Status *status) {
    const NetworkOptions how = {.precision = options->precision,
                                .symmetry = NETWORK_RANDOM,
                                .batch_max = options->batch,
                                .threads = options->threads};
    Network *network = network_open(options->model, &how, status);
    if (network == NULL) {
        return false;
    }
    *result = (BenchNet){.size = options->size,
                         .threads = options->threads,
                         .batch = options->batch,
                         .precision = precision_name(network_precision(network))};
    const double peak_before = network_peak(network);
    const bool ok = measure(network, options->seconds, result, status);
    const double peak_after = network_peak(network);
    const double peak = peak_before > peak_after ? peak_before : peak_after;
    result->gflops =
        result->evals_per_s * network_flop(network, options->size, options->size) / 1e9;
    result->peak_gflops = peak / 1e9;
    network_close(network);
    return ok;
}
