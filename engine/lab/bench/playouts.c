/* Uniform random games (playout games): how many a second, and what the hash costs in them. */
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/base/os/pages.h"
#include "engine/base/simd.h"
#include "engine/go/playout/playout.h"
#include "engine/lab/bench/bench.h"

enum {
    ROUNDS = 20,
    CLOCK_EVERY = 16, /* games between two readings of the clock */
};

typedef struct {
    double rate; /* games a second */
    int64_t playouts, moves, black_wins;
} Round;

typedef struct {
    Board start, board;
    Rng rng;
} PlayoutPlayer;

static Round play(PlayoutPlayer *player, bool hashed, double seconds) {
    Round round = {0};
    const double start = clock_seconds();
    double now = start;
    while (now < start + seconds) {
        for (int i = 0; i < CLOCK_EVERY; i++) {
            board_copy(&player->board, &player->start);
            const PlayoutResult result = hashed
                                             ? playout_run(&player->board, &player->rng)
                                             : playout_run_unhashed(&player->board, &player->rng);
            round.moves += result.moves;
            round.black_wins += result.score > 0;
        }
        round.playouts += CLOCK_EVERY;
        now = clock_seconds();
    }
    round.rate = (double)round.playouts / (now - start);
    return round;
}

static int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Each round plays without the hash and then with it. */
static void run_rounds(Bench *bench, PlayoutPlayer *player) {
    const BenchOptions *options = &bench->options;
    const double seconds = options->seconds / (2 * ROUNDS);
    double shares[ROUNDS], best = 0;
    Round total = {0};
    for (int i = 0; i < ROUNDS; i++) {
        const Round without = play(player, false, seconds);
        const Round with = play(player, true, seconds);
        shares[i] = 1 - with.rate / without.rate;
        best = fmax(best, with.rate);
        total.playouts += with.playouts;
        total.moves += with.moves;
        total.black_wins += with.black_wins;
    }
    qsort(shares, ROUNDS, sizeof shares[0], compare_doubles);
    const double median_share = (shares[ROUNDS / 2] + shares[(ROUNDS - 1) / 2]) / 2;
    const double playouts = (double)total.playouts;
    const Figure figures[] = {
        {"size", options->size, 0, "of the board"},
        {"playouts_per_s", best, 0, "random games, the best round"},
        {"moves_per_playout", (double)total.moves / playouts, 2, "of a game, passes included"},
        {"hash_share", median_share, 4, "of a game's time"},
        {"black_win_rate", (double)total.black_wins / playouts, 4, "at komi 0"},
        {0},
    };
    figures_add(bench->json, figures);
    figures_add_text(bench->json, "simd", simd_name(simd_level()), "vector instructions in use");
}

bool bench_measure_playouts(Bench *bench) {
    const int size = bench->options.size;
    Geometry *geometry = memory_check(geometry_new(size, size, HASH_DEFAULT_SEED));
    PlayoutPlayer *player = memory_check(aligned_new(sizeof *player));
    player->rng = rng_new(1);
    board_init(&player->start, geometry);
    run_rounds(bench, player);
    aligned_free(player);
    geometry_free(geometry);
    return true;
}
