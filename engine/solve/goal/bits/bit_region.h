/* A region of at most 64 playable points in bits, in which life and death are searched. Plain data
 * and pure functions.
 *
 * All that is beside the region, outside, must be empty or stones that are never captured
 * (goal_chain_is_immortal). These do not change while a goal is searched. In a *closed* region they
 * are stones of the attacker; otherwise the owner may get out. */
#ifndef ENGINE_SOLVE_GOAL_BITS_BIT_REGION_H
#define ENGINE_SOLVE_GOAL_BITS_BIT_REGION_H

#include "engine/solve/goal/goal.h"

enum { BIT_POINTS_MAX = 64 };

typedef enum { BIT_OWNER, BIT_ATTACKER } BitSide;

/* The points lie in rows if these fit 64 bits, in the image of the region by the eight symmetries
 * (hash/symmetry.h) whose words are the smallest. So regions that are alike, wherever they lie and
 * whatever the colors are, have positions with the same bits. (In a region that is its own image,
 * a position and its image have different bits: stones are not compared.) */
typedef struct {
    const Goal *goal;
    int count; /* of points; 0: not in bits */
    int row;   /* bits of a row, of which the last is no point, so that shifts never wrap around;
                  0: the points are in no rows, since they would take more than 64 bits */
    uint64_t beside[BIT_POINTS_MAX]; /* the points beside each */
    uint64_t firm[2];                /* [BitSide]: points where a stone of that side is never
                                        captured, by what is beside it outside */
    uint64_t all;
    uint8_t index_of[POINT_COUNT];       /* [playable point]: its bit */
    Point point_of[BIT_POINTS_MAX];      /* [bit of `all`] */
    uint64_t targets[GOAL_TARGETS_MAX];  /* a bit each, the least first */
    uint8_t target_of[GOAL_TARGETS_MAX]; /* [target of the goal]: its place in that order */
} BitRegion;

/* Sets region->count to 0 unless the goal is one of capture or life in a region as above that not
 * the edge alone encloses. The goal must outlive the region. */
void bit_region_find(const Goal *goal, const Board *board, BitRegion *region);

/* A hash of the region and its goal, the same for regions in rows that are alike. */
uint64_t bit_region_hash(const BitRegion *region);

/* The set of captured targets in the region's order, from one in the goal's. */
uint32_t bit_region_captured(const BitRegion *region, uint32_t captured);

/* Sets *zone to the points of a set of indexes and the stones outside beside them. */
void bit_region_set_zone(const BitRegion *region, const Board *board, const Zone *indexes,
                         Zone *zone);

/* The targets that are left, given the captured ones in the region's order. */
static inline uint64_t bit_region_targets(const BitRegion *region, uint32_t captured) {
    uint64_t targets = 0;
    for (int i = 0; i < region->goal->target_count; i++) {
        targets |= captured >> i & 1 ? 0 : region->targets[i];
    }
    return targets;
}

#endif
