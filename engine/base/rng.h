/* Random numbers for playouts: a 64-bit linear congruential generator (Knuth's MMIX constants) of
 * which the upper half is used: one multiplication a number, but not good enough for hash words
 * (hash/random.h). An Rng belongs to one thread. */
#ifndef ENGINE_BASE_RNG_H
#define ENGINE_BASE_RNG_H

#include <stdint.h>

#include "hash/random.h"

typedef struct {
    uint64_t state;
} Rng;

/* Streams of different seeds are unrelated. */
static inline Rng rng_new(uint64_t seed) {
    SplitMix mix = {seed};
    return (Rng){splitmix_next(&mix)};
}

static inline uint32_t rng_next(Rng *rng) {
    rng->state = rng->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(rng->state >> 32);
}

/* A number in 0..count-1. Probabilities differ by at most 2^-32. */
static inline uint32_t rng_below(Rng *rng, uint32_t count) {
    return (uint32_t)((uint64_t)rng_next(rng) * count >> 32);
}

#endif
