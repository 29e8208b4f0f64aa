/* SplitMix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators"): the
 * stream of words that fills hash tables. The same seed gives the same words on every machine. A
 * SplitMix belongs to one thread. */
#ifndef HASH_RANDOM_H
#define HASH_RANDOM_H

#include <stdint.h>

typedef struct {
    uint64_t state;
} SplitMix;

static inline uint64_t splitmix_next(SplitMix *s) {
    uint64_t z = (s->state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

#endif
