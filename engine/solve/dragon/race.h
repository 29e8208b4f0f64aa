/* Where a race of two dragons is decided: the dragons, the empty points around them, and weak
 * chains beside those. Pure functions. */
#ifndef ENGINE_SOLVE_DRAGON_RACE_H
#define ENGINE_SOLVE_DRAGON_RACE_H

#include "engine/solve/dragon/dragon.h"

/* Makes the goal of capturing a dragon in a race. Returns false if none of its chains is left. A
 * race that is too large for a search makes a goal that goal_finish refuses. */
bool race_make_goal(const Board *board, const Dragon *dragon, const Dragon *other, Goal *goal);

/* Do stones enclose the playable points? If not, a dragon that survives may have done no more than
 * get out of them. */
bool race_is_enclosed(const Goal *goal, const Board *board);

#endif
