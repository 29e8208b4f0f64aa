/* The region of a goal in bits. Plain data and pure functions.
 *
 * All that is beside the region, outside, must be empty or stones that are never captured
 * (goal_has_liberty_outside). These do not change while a goal is searched. */
#ifndef ENGINE_SOLVE_GOAL_BITS_BIT_REGION_H
#define ENGINE_SOLVE_GOAL_BITS_BIT_REGION_H

#include "engine/solve/goal/goal.h"

typedef enum { BIT_OWNER, BIT_ATTACKER } BitSide;

/* The points lie in rows if these fit 64 bits, counted from the corner of the region. So regions
 * that are alike, wherever they lie and whatever the colors are, have positions with the same bits.
 */
typedef struct {
    const Goal *goal;
    int row; /* bits of a row, of which the last is no point, so that shifts never wrap around;
                0: the points are in no rows, since they would take more than 64 bits */
    uint64_t beside[GOAL_POINTS_MAX]; /* the points beside each */
    uint64_t firm[2];                 /* [BitSide]: points where a stone of that side is never
                                         captured, by what is beside it outside */
    uint64_t all;
    uint8_t index_of[POINT_COUNT];      /* [playable point]: its bit */
    Point point_of[GOAL_POINTS_MAX];    /* [bit of `all`] */
    uint64_t targets[GOAL_TARGETS_MAX]; /* a bit each */
} BitRegion;

/* Returns false if a stone outside beside the region may be captured, or a target is outside, or
 * goal_finish has refused the goal. The goal must have been finished, on this board or one before
 * it, and must outlive the region. */
bool bit_region_find(const Goal *goal, const Board *board, BitRegion *region);

/* A hash of the region and its goal, the same for regions in rows that are alike. */
uint64_t bit_region_hash(const BitRegion *region);

/* Sets *zone to the given points and the stones outside beside them. */
void bit_region_set_zone(const BitRegion *region, const Board *board, uint64_t points, Zone *zone);

/* The targets that are left. */
static inline uint64_t bit_region_targets(const BitRegion *region, uint32_t captured) {
    uint64_t targets = 0;
    for (int i = 0; i < region->goal->target_count; i++) {
        targets |= captured >> i & 1 ? 0 : region->targets[i];
    }
    return targets;
}

#endif
