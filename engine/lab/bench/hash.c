/* What the eight lanes of the hash cost: placing stones, and the canonical key. */
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/base/os/pages.h"
#include "engine/base/rng.h"
#include "engine/base/simd.h"
#include "engine/lab/bench/measurement.h"
#include "hash/zobrist.h"

enum { ROUNDS = 25, ORDER = 4096, REPEATS = 100, WIDTH = 19, CELLS = WIDTH * WIDTH };

typedef struct {
    HashTables tables;
    uint64_t plain[2 * CELLS];
    uint16_t order[ORDER]; /* the stones that come and go: color * CELLS + cell */
} Work;

static uint64_t toggle_plain(const Work *work) {
    uint64_t hash = 0;
    for (int i = 0; i < ORDER; i++) {
        hash ^= work->plain[work->order[i]];
    }
    return hash;
}

static inline __attribute__((always_inline)) uint64_t toggle_lanes_body(const Work *work) {
    HashLanes lanes = {{0}};
    for (int i = 0; i < ORDER; i++) {
        const int stone = work->order[i];
        hash_lanes_toggle(&lanes, &work->tables.stone[stone / CELLS][stone % CELLS]);
    }
    return lanes.lane[0];
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static uint64_t toggle_lanes_avx2(const Work *work) {
    return toggle_lanes_body(work);
}
#endif

static uint64_t toggle_lanes(const Work *work) {
#if defined(__x86_64__)
    if (simd_level() == SIMD_AVX2) {
        return toggle_lanes_avx2(work);
    }
#endif
    return toggle_lanes_body(work);
}

/* The next position depends on the last key, as in a search. */
static uint64_t canonical_keys(const Work *work) {
    const HashState state = {.to_move = HASH_BLACK, .ko_cell = HASH_NO_KO};
    uint64_t key = 0;
    for (int i = 0; i < ORDER; i++) {
        const int cell = (work->order[i] + (int)(key & 1)) % CELLS;
        key = hash_key(&work->tables, &work->tables.stone[0][cell], &state).key;
    }
    return key;
}

static double best_ns(uint64_t (*measured)(const Work *), const Work *work) {
    double best = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        const double start = clock_seconds();
        uint64_t sum = 0;
        for (int i = 0; i < REPEATS; i++) {
            sum += measured(work);
        }
        bench_keep(sum);
        const double ns = (clock_seconds() - start) * 1e9 / ((double)REPEATS * (double)ORDER);
        best = ns < best ? ns : best;
    }
    return best;
}

bool bench_measure_hash(Bench *bench) {
    Work *work = memory_check(aligned_new(sizeof *work));
    hash_tables_init(&work->tables, WIDTH, WIDTH, HASH_DEFAULT_SEED);
    Rng rng = rng_new(1);
    for (int i = 0; i < 2 * CELLS; i++) {
        work->plain[i] = work->tables.stone[i / CELLS][i % CELLS].lane[0];
    }
    for (int i = 0; i < ORDER; i++) {
        work->order[i] = (uint16_t)rng_below(&rng, 2 * CELLS);
    }
    const Figure figures[] = {
        {"update_plain_ns", best_ns(toggle_plain, work), 3, "placing a stone, one word"},
        {"update_lanes_ns", best_ns(toggle_lanes, work), 3, "placing a stone, eight lanes"},
        {"canonical_key_ns", best_ns(canonical_keys, work), 3,
         "state and minimum over the lanes; each waits for the last"},
        {0},
    };
    figures_add(bench->json, figures);
    figures_add_text(bench->json, "simd", simd_name(simd_level()), "vector instructions in use");
    aligned_free(work);
    return true;
}
