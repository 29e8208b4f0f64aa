/* A network's evaluations a second, of positions as a search asks for them. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/os/pages.h"
#include "engine/eval/network.h"
#include "engine/lab/bench/bench.h"

_Static_assert((int)BENCH_BATCH_MAX <= (int)FAST_BATCH_MAX, "the evaluator takes such batches");

/* A search evaluates positions some moves beyond one of a game: the position before the last move
 * is mostly known, the one after it mostly new. */
enum { POSITIONS = 8 /* of a game */, PATH_LENGTH = 6, ROUNDS = 20 };

typedef struct {
    Board board; /* before the last move of the path */
    Game *game;
    Point path[PATH_LENGTH];
} BenchPosition;

typedef struct {
    Workspace *workspace;
    const BenchPosition *positions;
    Board boards[FAST_BATCH_MAX];
    Point paths[FAST_BATCH_MAX][PATH_LENGTH];
    EvalRequest requests[FAST_BATCH_MAX];
    EvalAnswer answer;
    Rng rng;
    int batch;
    double seconds;
    double rate; /* evaluations a second */
    int64_t evaluations;
} EvalThread;

/* Plays the network against itself; each position's game stops a little later. Returns false with
 * a message if the network fails. */
static bool play_games(Network *network, BenchPosition *positions, Rng *rng, Status *status) {
    NetAnswer *answer = memory_new(1, sizeof *answer);
    const int step = positions[0].game->geometry->cell_count / POSITIONS / 2 + 1;
    bool ok = true;
    for (int i = 0; ok && i < POSITIONS * step; i++) {
        const Game *game = positions[POSITIONS - 1].game;
        const Color mover = game->board.to_move;
        const NetworkRequest request = {.game = game, .color = mover};
        ok = network_evaluate(network, &request, answer, status);
        const Point move = ok ? answer_sample_move(answer, game, rng) : POINT_PASS;
        for (int m = i / step; ok && m < POSITIONS; m++) {
            ok = game_play(positions[m].game, mover, move, status);
        }
    }
    free(answer);
    return ok;
}

/* Plays a random move if it is legal, otherwise a pass. */
static Point play_randomly(Board *board, Rng *rng) {
    const Color mover = board->to_move;
    const uint32_t choice = rng_below(rng, (uint32_t)board->geometry->cell_count);
    const Point p = board->geometry->point_of[choice];
    const Point move = board_check(board, mover, p, false) == MOVE_LEGAL ? p : POINT_PASS;
    board_play(board, mover, move);
    return move;
}

/* Returns false with a message if the network fails. */
static bool positions_init(BenchPosition *positions, Network *network, int size, Status *status) {
    Rng rng = rng_new(1);
    for (int m = 0; m < POSITIONS; m++) {
        positions[m].game = memory_check(game_new(HASH_DEFAULT_SEED));
        bench_require(game_clear(positions[m].game, size, size, status));
    }
    if (!play_games(network, positions, &rng, status)) {
        return false;
    }
    for (int m = 0; m < POSITIONS; m++) {
        board_copy(&positions[m].board, &positions[m].game->board);
        for (int i = 0; i < PATH_LENGTH - 1; i++) {
            positions[m].path[i] = play_randomly(&positions[m].board, &rng);
        }
    }
    return true;
}

static void choose_request(EvalThread *eval_thread, int index) {
    const BenchPosition *position =
        &eval_thread->positions[rng_below(&eval_thread->rng, POSITIONS)];
    Board *board = &eval_thread->boards[index];
    Point *path = eval_thread->paths[index];
    memcpy(path, position->path, sizeof position->path);
    board_copy(board, &position->board);
    path[PATH_LENGTH - 1] = play_randomly(board, &eval_thread->rng);
    eval_thread->requests[index] = (EvalRequest){.game = position->game,
                                                 .board = board,
                                                 .last = path[PATH_LENGTH - 1],
                                                 .before = path[PATH_LENGTH - 2],
                                                 .path = path,
                                                 .path_length = PATH_LENGTH,
                                                 .wants_policy = true,
                                                 .rng = &eval_thread->rng};
}

/* Evaluates a batch as a network's evaluator does one position (network.h). */
static void evaluate_batch(EvalThread *eval_thread) {
    Workspace *workspace = eval_thread->workspace;
    for (int i = 0; i < eval_thread->batch; i++) {
        choose_request(eval_thread, i);
        const Situation *situation = workspace_describe_path(workspace, &eval_thread->requests[i]);
        bench_require(situation != NULL);
        fast_add(workspace->stream, situation,
                 (Symmetry)rng_below(&eval_thread->rng, SYMMETRY_COUNT), 0);
    }
    bench_require(fast_run(workspace->stream, workspace->answers));
    for (int i = 0; i < eval_thread->batch; i++) {
        network_translate(&eval_thread->requests[i], &workspace->answers[i], &eval_thread->answer);
    }
}

static void ask(void *item) {
    EvalThread *eval_thread = item;
    const double start = clock_seconds();
    double now = start;
    eval_thread->evaluations = 0;
    while (now < start + eval_thread->seconds) {
        evaluate_batch(eval_thread);
        eval_thread->evaluations += eval_thread->batch;
        now = clock_seconds();
    }
    eval_thread->rate = (double)eval_thread->evaluations / (now - start);
}

/* Returns the evaluations a second of all threads together, in the best round. The first round,
 * which is not counted, allocates what evaluations need. */
static double run_rounds(EvalThread *eval_threads, int threads, double seconds) {
    double best = 0;
    for (int round = 0; round <= ROUNDS; round++) {
        double rate = 0;
        for (int i = 0; i < threads; i++) {
            eval_threads[i].seconds = round == 0 ? 0 : seconds / (double)ROUNDS;
        }
        bench_require(team_run(ask, eval_threads, sizeof *eval_threads, threads) == threads);
        for (int i = 0; i < threads; i++) {
            rate += eval_threads[i].rate;
        }
        best = round == 0 ? 0 : fmax(best, rate);
    }
    return best;
}

static bool measure(Bench *bench, Network *network, double *evals_per_s) {
    const BenchOptions *options = &bench->options;
    const size_t threads = (size_t)options->threads;
    BenchPosition positions[POSITIONS] = {0};
    const bool ok = positions_init(positions, network, options->size, &bench->status);
    if (ok) {
        EvalThread *eval_threads = memory_check(aligned_new(threads * sizeof *eval_threads));
        WorkspaceList workspaces;
        workspace_list_init(&workspaces, network_fast(network), options->batch);
        for (size_t i = 0; i < threads; i++) {
            eval_threads[i].workspace = memory_check(workspace_new(&workspaces));
            eval_threads[i].positions = positions;
            eval_threads[i].rng = rng_new(i + 1);
            eval_threads[i].batch = options->batch;
        }
        *evals_per_s = run_rounds(eval_threads, options->threads, options->seconds);
        for (size_t i = 0; i < threads; i++) {
            workspace_return(&workspaces, eval_threads[i].workspace);
        }
        workspace_list_clear(&workspaces);
        aligned_free(eval_threads);
    }
    for (int m = 0; m < POSITIONS; m++) {
        game_free(positions[m].game);
    }
    return ok;
}

bool bench_measure_net(Bench *bench) {
    const BenchOptions *options = &bench->options;
    const NetworkOptions how = {.precision = options->precision};
    Network *network = network_open(options->model, &how, &bench->status);
    if (network == NULL) {
        return false;
    }
    double evals_per_s = 0;
    const bool ok = measure(bench, network, &evals_per_s);
    if (ok) {
        const Figure figures[] = {
            {"size", options->size, 0, "of the board"},
            {"threads", options->threads, 0, ""},
            {"batch", options->batch, 0, "positions evaluated at once"},
            {"evals_per_s", evals_per_s, 1, "whole evaluations, the best round"},
            {0},
        };
        figures_add(bench->json, figures);
        figures_add_text(bench->json, "precision", PRECISION_NAMES[network_precision(network)],
                         "number format of the computation");
    }
    network_close(network);
    return ok;
}
