#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/simd.h"
#include "engine/bench/bench.h"
#include "engine/playout/playout.h"

enum { ROUNDS = 20, CLOCK_EVERY = 16 /* playouts between two looks at the clock */ };

typedef struct {
    Board start, board;
    Rng rng;
    bool hashed;
    double seconds;
    int64_t playouts, moves, black_wins;
    double rate;
} Player;

static void play(void *item) {
    Player *player = item;
    player->playouts = player->moves = player->black_wins = 0;
    const double start = clock_seconds();
    double now = start;
    while (now < start + player->seconds) {
        for (int i = 0; i < CLOCK_EVERY; i++) {
            board_copy(&player->board, &player->start);
            const PlayoutResult result = player->hashed
                                             ? playout_run(&player->board, &player->rng)
                                             : playout_run_unhashed(&player->board, &player->rng);
            player->moves += result.moves;
            player->black_wins += result.score > 0;
        }
        player->playouts += CLOCK_EVERY;
        now = clock_seconds();
    }
    player->rate = (double)player->playouts / (now - start);
}

/* All threads together. */
typedef struct {
    double rate; /* playouts a second */
    int64_t playouts, moves, black_wins;
} Round;

static bool run_round(Player *players, int threads, bool hashed, double seconds, Round *round) {
    for (int i = 0; i < threads; i++) {
        players[i].hashed = hashed;
        players[i].seconds = seconds;
    }
    if (team_run(play, players, sizeof *players, threads) < threads) {
        return false;
    }
    *round = (Round){0};
    for (int i = 0; i < threads; i++) {
        round->rate += players[i].rate;
        round->playouts += players[i].playouts;
        round->moves += players[i].moves;
        round->black_wins += players[i].black_wins;
    }
    return true;
}

static int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool run_rounds(Player *players, double seconds, BenchPlayouts *result) {
    double shares[ROUNDS], best = 0;
    Round total = {0};
    for (int i = 0; i < ROUNDS; i++) {
        Round with, without;
        if (!run_round(players, result->threads, false, seconds / (2 * ROUNDS), &without) ||
            !run_round(players, result->threads, true, seconds / (2 * ROUNDS), &with)) {
            return false;
        }
        shares[i] = 1 - with.rate / without.rate;
        best = with.rate > best ? with.rate : best;
        total.playouts += with.playouts;
        total.moves += with.moves;
        total.black_wins += with.black_wins;
    }
    qsort(shares, ROUNDS, sizeof shares[0], compare_doubles);
    result->playouts_per_s = best;
    result->moves_per_playout = (double)total.moves / (double)total.playouts;
    result->black_win_rate = (double)total.black_wins / (double)total.playouts;
    result->hash_share = (shares[ROUNDS / 2] + shares[(ROUNDS - 1) / 2]) / 2;
    return true;
}

bool bench_playouts(int size, int threads, double seconds, BenchPlayouts *result) {
    *result = (BenchPlayouts){.size = size, .threads = threads, .simd = simd_name(simd_level())};
    Geometry *geometry = geometry_new(size, size, HASH_DEFAULT_SEED);
    Player *players = aligned_alloc(64, (size_t)threads * sizeof *players);
    bool ok = geometry != NULL && players != NULL;
    for (int i = 0; ok && i < threads; i++) {
        memset(&players[i], 0, sizeof players[i]);
        board_init(&players[i].start, geometry);
        players[i].rng = rng_new((uint64_t)i + 1);
    }
    ok = ok && run_rounds(players, seconds, result);
    free(players);
    geometry_free(geometry);
    return ok;
}
