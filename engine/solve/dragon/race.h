/* Where a race of two dragons is decided: the dragons, the empty points around them, and weak
 * chains beside those. Also stones inside an eye: capturing them gains nothing if their owner then
 * kills what is left. */
#ifndef ENGINE_SOLVE_DRAGON_RACE_H
#define ENGINE_SOLVE_DRAGON_RACE_H

#include "engine/solve/dragon/dragon.h"
#include "engine/solve/goal/search/goal_search.h"

/* The goal of capturing a dragon in a race. Returns false if none of its
 * chains is left. A race that is too large for a search makes a goal that goal_finish refuses. */
bool race_make_goal(const Board *board, const Dragon *dragon, const Dragon *other, Goal *goal);

enum { NAKADE_POINTS = 12 }; /* of an eye with stones of the opponent */

/* Lists the points inside the dragon `outer` where `inner` stands. Returns 0 if outer does not
 * surround it, or if inner is so large that capturing it makes two eyes. */
int nakade_find(const Board *board, const Dragon *inner, const Dragon *outer,
                Point points[NAKADE_POINTS]);

/* If `inner` stands inside an eye of `outer`, does outer live after it has captured it? Its owner
 * moves first then. True if it stands elsewhere. */
bool nakade_gains(GoalSearch *search, const Board *board, const Dragon *inner, const Dragon *outer,
                  GoalLimits limits);

#endif
