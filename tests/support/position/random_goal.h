/* Random goals in random closed regions of small boards. */
#ifndef TESTS_SUPPORT_POSITION_RANDOM_GOAL_H
#define TESTS_SUPPORT_POSITION_RANDOM_GOAL_H

#include "engine/base/rng.h"
#include "engine/solve/goal/goal.h"

enum { RANDOM_GOAL_CELLS_MAX = 36 };

typedef Geometry *RandomGoalSizes[4][4]; /* 3x3 to 6x6 */

void random_goal_sizes(RandomGoalSizes sizes);

/* Samples a region of 4 to size_max + 3 points with random stones, and a wall around it, mostly of
 * one color; beyond it all is empty and not playable. Returns false if that gives no position or no
 * goal. */
bool random_goal_sample(Rng *rng, int size_max, RandomGoalSizes sizes, Board *board, Goal *goal);

/* Samples a capture whose walls are safe, so that its proofs are accepted. */
void random_goal_sample_capture(Rng *rng, int size_max, RandomGoalSizes sizes, Board *board,
                                Goal *goal);

#endif
