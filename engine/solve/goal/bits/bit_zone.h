/* Relevance zones: sets of points outside of which the loser's moves do not change a proof.
 *
 * "A novel approach to solving goal-achieving problems for board games", arXiv 2112.02563:
 * the winner follows its proof and passes whenever the loser plays outside the zone. That works if
 *
 *  1. what the loser may not play inside the zone stays forbidden,
 *  2. no move outside the zone captures a stone inside it,
 *  3. the winner's moves stay legal and capture the same stones.
 *
 * The functions below add the points that this takes. Kos are no part of the argument: where a ban
 * decides, the zone must be the whole region. Pure functions. */
#ifndef ENGINE_SOLVE_GOAL_BITS_BIT_ZONE_H
#define ENGINE_SOLVE_GOAL_BITS_BIT_ZONE_H

#include "engine/solve/goal/bits/bit_position.h"

/* Adds what the winner's move at a point needs: the point, what it captures, and what is around. */
uint64_t bit_zone_dilate_move(const BitRegion *region, const BitPosition *before, BitSide winner,
                              int point, uint64_t zone);

/* Adds what a zone needs in a position, to a fixpoint: liberties of the chains in it and, if the
 * loser is to move, what forbids its moves. loser_takes_kos: false if the search forbids that. */
uint64_t bit_zone_dilate(const BitRegion *region, const BitPosition *position, BitSide winner,
                         bool loser_moves, bool loser_takes_kos, uint64_t zone);

#endif
