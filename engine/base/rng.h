/* Random numbers for playouts and sampling: a 64-bit linear congruential generator (Knuth's
 * MMIX constants) of which the upper half is used: one multiplication a number, but not good enough
 * for hash words (hash/random.h). An Rng belongs to one thread. */
#ifndef ENGINE_BASE_RNG_H
#define ENGINE_BASE_RNG_H

#include <math.h>
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

/* A uniform number from 0 to below 1. */
static inline double rng_unit(Rng *rng) {
    return rng_next(rng) * 0x1p-32;
}

/* A uniform number above 0 and below 1. */
static inline double rng_open_unit(Rng *rng) {
    return (rng_next(rng) + 0.5) * 0x1p-32;
}

/* A normal number with mean 0 and variance 1, by Box and Muller. */
static inline double rng_normal(Rng *rng) {
    const double radius = sqrt(-2 * log(rng_open_unit(rng)));
    return radius * cos(2 * acos(-1.0) * rng_unit(rng));
}

#endif
