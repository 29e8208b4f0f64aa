/* Positions of a region in bits, and their moves. Plain data and pure functions. */
#ifndef ENGINE_SOLVE_GOAL_BITS_BIT_POSITION_H
#define ENGINE_SOLVE_GOAL_BITS_BIT_POSITION_H

#include "engine/solve/goal/bits/bit_region.h"

enum { BIT_NO_POINT = 255 };

typedef struct {
    uint64_t stones[2]; /* [BitSide] */
    uint8_t ko;         /* the point that a simple ko forbids to the side to move, or
                           BIT_NO_POINT */
} BitPosition;

/* Without a ko. */
BitPosition bit_position_read(const BitRegion *region, const Board *board);

static inline uint64_t bit_position_empty(const BitRegion *region, const BitPosition *position) {
    return region->all & ~(position->stones[0] | position->stones[1]);
}

/* Makes `after` the position after a move on an empty point, or returns false if that is suicide. A
 * ban on a ko is for the caller to see. The move takes a ko if after->ko is set. */
bool bit_position_play(const BitRegion *region, const BitPosition *before, BitSide side, int point,
                       BitPosition *after);

/* As goal_add_captured. */
uint32_t bit_position_add_captured(const BitRegion *region, const BitPosition *position,
                                   uint32_t captured);

/* The stones of the targets that are still there. */
uint64_t bit_position_targets(const BitRegion *region, const BitPosition *position,
                              uint32_t captured);

/* Costs of moves. 0: obvious; higher: less likely to help. */
enum {
    BIT_COST_LIBERTY = 0, /* of a target */
    BIT_COST_SECOND = 1,  /* beside a liberty */
    BIT_COST_PASS = 1,
    BIT_COST_OTHER = 3, /* far from the targets */
    BIT_COST_EYE = 4,   /* that a move costs more if it fills an eye of the mover */
};

/* Sets the costs of moves on all empty points. */
void bit_position_order(const BitRegion *region, const BitPosition *position, BitSide side,
                        uint32_t captured, int costs[GOAL_POINTS_MAX]);

#endif
