/* What a position shows about a goal without reading on. Pure functions. */
#ifndef ENGINE_SOLVE_GOAL_GOAL_JUDGE_H
#define ENGINE_SOLVE_GOAL_GOAL_JUDGE_H

#include "engine/solve/goal/goal.h"

typedef enum { GOAL_OPEN, GOAL_REACHED, GOAL_HELD } GoalOutcome;

/* Adds the targets that are no longer on the board to a set of captured ones, a bit each. A stone
 * placed there later is no target. */
uint32_t goal_add_captured(const Goal *goal, const Board *board, uint32_t captured);

/* Returns what the position shows without reading on. When it is decided, sets *zone to the points
 * that this rests on. */
GoalOutcome goal_judge(const Goal *goal, const Board *board, uint32_t captured, Zone *zone);

/* Adds the stones of the targets that are still there. */
void goal_add_targets(const Goal *goal, const Board *board, uint32_t captured, Zone *zone);

#endif
