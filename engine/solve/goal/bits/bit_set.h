/* Sets of points of a region in bits: what is beside them, and what is connected. */
#ifndef ENGINE_SOLVE_GOAL_BITS_BIT_SET_H
#define ENGINE_SOLVE_GOAL_BITS_BIT_SET_H

#include "engine/solve/goal/bits/bit_region.h"

static inline uint64_t bit_set_lowest(uint64_t points) {
    return points & (~points + 1);
}

/* The points beside any of them. */
static inline uint64_t bit_set_beside(const BitRegion *region, uint64_t points) {
    if (region->row != 0) {
        return (points << 1 | points >> 1 | points << region->row | points >> region->row) &
               region->all;
    }
    uint64_t beside = 0;
    for (; points != 0; points &= points - 1) {
        beside |= region->beside[__builtin_ctzll(points)];
    }
    return beside;
}

/* The points of `within` that are connected to those of `from`, which are a part of it. */
static inline uint64_t bit_set_flood(const BitRegion *region, uint64_t from, uint64_t within) {
    uint64_t found = from, fresh = from;
    while (fresh != 0) {
        fresh = bit_set_beside(region, fresh) & within & ~found;
        found |= fresh;
    }
    return found;
}

/* The connected part of `within` that has the lowest of the points, which are a part of it. */
static inline uint64_t bit_set_component(const BitRegion *region, uint64_t points,
                                         uint64_t within) {
    return bit_set_flood(region, bit_set_lowest(points), within);
}

static inline int bit_set_count(uint64_t points) {
    int count = 0;
    for (; points != 0; points &= points - 1) {
        count++;
    }
    return count;
}

#endif
