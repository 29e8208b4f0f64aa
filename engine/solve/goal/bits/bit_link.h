/* Whether the targets of GOAL_CONNECT look connected or cut apart: an estimate that ends lines of a
 * search if the caller accepts judgements. Pure functions. */
#ifndef ENGINE_SOLVE_GOAL_BITS_BIT_LINK_H
#define ENGINE_SOLVE_GOAL_BITS_BIT_LINK_H

#include "engine/solve/goal/bits/bit_position.h"

/* Reached: the targets are one group of chains, two of which belong together if they have two
 * common liberties, or one on which an opponent's stone would be in atari. Held: every way from one
 * to the other meets a chain of the opponent with four liberties or one outside. */
GoalOutcome bit_link_judge(const BitRegion *region, const BitPosition *position);

#endif
