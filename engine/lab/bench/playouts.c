/* Uniform random games (playout games): how many a second, and what the hash costs in them. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/simd.h"
#include "engine/go/playout/playout.h"
#include "engine/lab/bench/measurement.h"

enum {
    ROUNDS = 20,
    CLOCK_EVERY = 16, /* games between two looks at the clock */
};

/* What a thread works with. */
typedef struct {
    Board start, board;
    Rng rng;
    bool hashed;
    double seconds;
    int64_t playouts, moves, black_wins; /* of its last round */
    double rate;                         /* games a second */
} PlayoutThread;

static void play(void *item) {
    PlayoutThread *thread = item;
    thread->playouts = thread->moves = thread->black_wins = 0;
    const double start = clock_seconds();
    double now = start;
    while (now < start + thread->seconds) {
        for (int i = 0; i < CLOCK_EVERY; i++) {
            board_copy(&thread->board, &thread->start);
            const PlayoutResult result = thread->hashed
                                             ? playout_run(&thread->board, &thread->rng)
                                             : playout_run_unhashed(&thread->board, &thread->rng);
            thread->moves += result.moves;
            thread->black_wins += result.score > 0;
        }
        thread->playouts += CLOCK_EVERY;
        now = clock_seconds();
    }
    thread->rate = (double)thread->playouts / (now - start);
}

/* All threads together. */
typedef struct {
    double rate; /* games a second */
    int64_t playouts, moves, black_wins;
} Round;

static bool run_round(PlayoutThread *playing, int threads, bool hashed, double seconds,
                      Round *round) {
    for (int i = 0; i < threads; i++) {
        playing[i].hashed = hashed;
        playing[i].seconds = seconds;
    }
    if (team_run(play, playing, sizeof *playing, threads) < threads) {
        return false;
    }
    *round = (Round){0};
    for (int i = 0; i < threads; i++) {
        round->rate += playing[i].rate;
        round->playouts += playing[i].playouts;
        round->moves += playing[i].moves;
        round->black_wins += playing[i].black_wins;
    }
    return true;
}

static int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Each round plays without the hash and then with it. */
static bool run_rounds(Bench *bench, PlayoutThread *playing) {
    const BenchOptions *options = &bench->options;
    const double seconds = options->seconds / (2 * ROUNDS);
    double shares[ROUNDS], best = 0;
    Round total = {0};
    for (int i = 0; i < ROUNDS; i++) {
        Round with, without;
        if (!run_round(playing, options->threads, false, seconds, &without) ||
            !run_round(playing, options->threads, true, seconds, &with)) {
            return false;
        }
        shares[i] = 1 - with.rate / without.rate;
        best = with.rate > best ? with.rate : best;
        total.playouts += with.playouts;
        total.moves += with.moves;
        total.black_wins += with.black_wins;
    }
    qsort(shares, ROUNDS, sizeof shares[0], compare_doubles);
    const double median_share = (shares[ROUNDS / 2] + shares[(ROUNDS - 1) / 2]) / 2;
    const double playouts = (double)total.playouts;
    const Figure figures[] = {
        {"size", options->size, 0, "of the board"},
        {"threads", options->threads, 0, ""},
        {"playouts_per_s", best, 0, "random games, the best round"},
        {"moves_per_playout", (double)total.moves / playouts, 2, "of a game, passes included"},
        {"hash_share", median_share, 4, "of a game's time"},
        {"black_win_rate", (double)total.black_wins / playouts, 4, "at komi 0"},
        {0},
    };
    figures_add(bench->json, figures);
    figures_add_text(bench->json, "simd", simd_name(simd_level()), "vector instructions in use");
    return true;
}

/* Plays uniform random games. */
bool bench_measure_playouts(Bench *bench) {
    const int size = bench->options.size, threads = bench->options.threads;
    Geometry *geometry = geometry_new(size, size, HASH_DEFAULT_SEED);
    PlayoutThread *playing = aligned_alloc(64, (size_t)threads * sizeof *playing);
    bool ok = geometry != NULL && playing != NULL;
    for (int i = 0; ok && i < threads; i++) {
        memset(&playing[i], 0, sizeof playing[i]);
        board_init(&playing[i].start, geometry);
        playing[i].rng = rng_new((uint64_t)i + 1);
    }
    ok = ok && run_rounds(bench, playing);
    free(playing);
    geometry_free(geometry);
    return ok;
}
