/* How fast the machine is just now, by two loops whose work never changes: nanoseconds of one step
 * of a chain of multiplications, and of one read in a chain of dependent reads from 64 MiB. */
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/base/rng.h"
#include "engine/lab/bench/bench.h"

enum { ROUNDS = 5, STEPS = 1 << 23, READS = 1 << 20, CELLS = (64 << 20) / sizeof(uint32_t) };

static double time_arithmetic(void) {
    const double start = clock_seconds();
    uint64_t x = (uint64_t)(start * 1e9);
    for (int i = 0; i < STEPS; i++) {
        x = bench_keep(x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407));
    }
    return (clock_seconds() - start) * 1e9 / (double)STEPS;
}

/* A cycle through all cells in random order (Sattolo's shuffle). */
static uint32_t *new_chain(void) {
    uint32_t *chain = memory_new(CELLS, sizeof *chain);
    Rng rng = rng_new(1);
    for (uint32_t i = 0; i < CELLS; i++) {
        chain[i] = i;
    }
    for (uint32_t i = CELLS - 1; i > 0; i--) {
        const uint32_t j = rng_below(&rng, i);
        const uint32_t cell = chain[i];
        chain[i] = chain[j];
        chain[j] = cell;
    }
    return chain;
}

static double time_memory(const uint32_t *chain) {
    const double start = clock_seconds();
    uint32_t at = 0;
    for (int i = 0; i < READS; i++) {
        at = chain[at];
    }
    bench_keep(at);
    return (clock_seconds() - start) * 1e9 / (double)READS;
}

bool bench_measure_machine_speed(Bench *bench) {
    uint32_t *chain = new_chain();
    double arithmetic = INFINITY, memory = INFINITY;
    for (int i = 0; i < ROUNDS; i++) {
        arithmetic = fmin(arithmetic, time_arithmetic());
        memory = fmin(memory, time_memory(chain));
    }
    free(chain);
    const Figure figures[] = {
        {"calibration_arithmetic_ns", arithmetic, 3, "one step of a chain of multiplications"},
        {"calibration_memory_ns", memory, 2, "one read of a chain of dependent reads from 64 MiB"},
        {0},
    };
    figures_add(bench->json, figures);
    return true;
}
