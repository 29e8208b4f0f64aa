/* Where a race of two dragons is decided: the dragons, the empty points around them, and weak
 * chains beside those; and stones inside an eye. */
#ifndef ENGINE_SOLVE_DRAGON_RACE_H
#define ENGINE_SOLVE_DRAGON_RACE_H

#include "engine/solve/dragon/dragon.h"
#include "engine/solve/goal/search/goal_search.h"

/* Makes the goal of capturing a dragon in a race. Returns false if none of its chains is left. A
 * race that is too large for a search makes a goal that goal_finish refuses. */
bool race_make_goal(const Board *board, const Dragon *dragon, const Dragon *other, Goal *goal);

/* Do stones enclose the playable points? If not, a dragon that survives may have done no more than
 * get out of them. */
bool race_is_enclosed(const Goal *goal, const Board *board);

/* ---- Stones inside an eye: capturing them gains nothing if their owner then kills what is left
 * ---- */

/* Does a dragon stand inside an eye of another? */
bool nakade_is_inside(const Board *board, const Dragon *inner, const Dragon *outer);

/* If the dragon stands inside an eye of a single one, does its captor live after it has captured
 * it? The dragon's owner moves first then. True if it stands elsewhere. */
bool nakade_gains(GoalSearch *search, const Board *board, const Dragon *inner, GoalLimits limits);

#endif
