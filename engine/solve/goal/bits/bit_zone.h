/* Relevance zones (dilate.h) in a region in bits. Pure functions. */
#ifndef ENGINE_SOLVE_GOAL_BITS_BIT_ZONE_H
#define ENGINE_SOLVE_GOAL_BITS_BIT_ZONE_H

#include "engine/solve/goal/bits/bit_position.h"

/* As dilate_move and dilate_position. */
uint64_t bit_zone_dilate_move(const BitRegion *region, const BitPosition *before, BitSide winner,
                              int point, uint64_t zone);
uint64_t bit_zone_dilate(const BitRegion *region, const BitPosition *position, BitSide winner,
                         bool loser_moves, bool loser_takes_kos, uint64_t zone);

#endif
