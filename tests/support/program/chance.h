/* What tests of random cases share. */
#ifndef TESTS_SUPPORT_PROGRAM_CHANCE_H
#define TESTS_SUPPORT_PROGRAM_CHANCE_H

#include "hash/random.h"

#include <stdbool.h>
#include <stdlib.h>

/* A number from 0 to bound - 1. */
static inline int below(SplitMix *random, int bound) {
    return (int)(splitmix_next(random) % (uint64_t)bound);
}

/* Is it the long mode (tests/README.md)? */
static inline bool is_long(void) {
    return getenv("DIHEDRA_LONG") != NULL;
}

#endif
