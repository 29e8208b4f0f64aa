#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/simd.h"
#include "engine/bench/bench.h"
#include "engine/playout/playout.h"

enum { ROUNDS = 10, CLOCK_EVERY = 16 /* playouts between two looks at the clock */ };

typedef struct {
    Board start, board;
    Rng rng;
    bool hashed;
    double seconds;
    pthread_barrier_t *barrier;
    int64_t playouts, moves, black_wins;
    double rate;
} Player;

static void *play(void *argument) {
    Player *player = argument;
    player->playouts = player->moves = player->black_wins = 0;
    pthread_barrier_wait(player->barrier);
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
    return NULL;
}

/* Playouts a second of all threads together; the players hold the counts. */
static double run_round(Player *players, int threads, bool hashed, double seconds) {
    pthread_t ids[BENCH_THREADS_MAX];
    pthread_barrier_t barrier;
    pthread_barrier_init(&barrier, NULL, (unsigned)threads);
    for (int i = 0; i < threads; i++) {
        players[i].hashed = hashed;
        players[i].seconds = seconds;
        players[i].barrier = &barrier;
        if (i > 0 && pthread_create(&ids[i], NULL, play, &players[i]) != 0) {
            abort(); /* the others would wait for ever */
        }
    }
    play(&players[0]);
    double rate = players[0].rate;
    for (int i = 1; i < threads; i++) {
        pthread_join(ids[i], NULL);
        rate += players[i].rate;
    }
    pthread_barrier_destroy(&barrier);
    return rate;
}

bool bench_playouts(int size, int threads, double seconds, BenchPlayouts *result) {
    Geometry *geometry = geometry_new(size, size, HASH_DEFAULT_SEED);
    Player *players = aligned_alloc(64, (size_t)threads * sizeof *players);
    if (geometry == NULL || players == NULL) {
        geometry_free(geometry);
        free(players);
        return false;
    }
    for (int i = 0; i < threads; i++) {
        memset(&players[i], 0, sizeof players[i]);
        board_init(&players[i].start, geometry);
        players[i].rng = rng_new((uint64_t)i + 1);
    }
    double best[2] = {0, 0}; /* without the hash, with it */
    int64_t playouts = 0, moves = 0, black_wins = 0;
    for (int round = 0; round < ROUNDS; round++) {
        for (int hashed = 0; hashed < 2; hashed++) {
            const double rate = run_round(players, threads, hashed, seconds / (2 * ROUNDS));
            best[hashed] = rate > best[hashed] ? rate : best[hashed];
            for (int i = 0; i < threads; i++) {
                playouts += players[i].playouts;
                moves += players[i].moves;
                black_wins += players[i].black_wins;
            }
        }
    }
    *result = (BenchPlayouts){
        .size = size,
        .threads = threads,
        .playouts_per_s = best[1],
        .moves_per_playout = (double)moves / (double)playouts,
        .hash_share = 1 - best[1] / best[0],
        .black_win_rate = (double)black_wins / (double)playouts,
        .simd = simd_name(simd_level()),
    };
    free(players);
    geometry_free(geometry);
    return true;
}
