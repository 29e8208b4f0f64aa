/* How much room for eyes the targets have in a region in bits, and whether that is too little. Pure
 * functions. */
#ifndef ENGINE_SOLVE_GOAL_BITS_BIT_SHAPE_H
#define ENGINE_SOLVE_GOAL_BITS_BIT_SHAPE_H

#include "engine/solve/goal/bits/bit_position.h"

typedef struct {
    bool is_dead;   /* the attacker captures all stones of the owner without winning a ko, even if
                       the owner moves first */
    int eye_points; /* that may still become part of an eye; many if a target may get out */
    uint64_t zone;  /* on which is_dead rests */
} BitShape;

BitShape bit_shape_find(const BitRegion *region, const BitPosition *position, uint32_t captured);

#endif
