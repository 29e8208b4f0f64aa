/* Stones inside an eye: capturing them gains nothing if their owner then kills what is left. */
#ifndef ENGINE_SOLVE_DRAGON_NAKADE_H
#define ENGINE_SOLVE_DRAGON_NAKADE_H

#include "engine/solve/dragon/dragon.h"
#include "engine/solve/goal/search/goal_search.h"

/* Does a dragon stand inside an eye of another? */
bool nakade_is_inside(const Board *board, const Dragon *inner, const Dragon *outer);

/* If the dragon stands inside an eye of a single one, does its captor live after it has captured
 * it? The dragon's owner moves first then. True if it stands elsewhere. */
bool nakade_gains(GoalSearch *search, const Board *board, const Dragon *inner, GoalLimits limits);

#endif
