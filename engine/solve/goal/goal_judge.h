/* What a position shows about a goal without reading on. Pure functions. */
#ifndef ENGINE_SOLVE_GOAL_GOAL_JUDGE_H
#define ENGINE_SOLVE_GOAL_GOAL_JUDGE_H

#include "engine/solve/goal/goal.h"

typedef enum { GOAL_OPEN, GOAL_REACHED, GOAL_HELD } GoalOutcome;

/* The outcome that color wants. */
static inline GoalOutcome goal_outcome_for(const Goal *goal, Color color) {
    return color == goal->reacher ? GOAL_REACHED : GOAL_HELD;
}

/* Adds the targets that are no longer on the board to a set of captured ones, a bit each. A stone
 * placed there later is no target. */
uint32_t goal_add_captured(const Goal *goal, const Board *board, uint32_t captured);

/* Do the captured targets, a bit each, end the game: one of them or, unless the goal is
 * GOAL_CAPTURE_ANY, all? */
static inline bool goal_is_captured(const Goal *goal, uint32_t captured) {
    return goal->kind == GOAL_CAPTURE_ANY
               ? captured != 0
               : captured == (uint32_t)((UINT64_C(1) << goal->target_count) - 1);
}

/* Returns what the position shows without reading on. When it is decided, sets *zone to the points
 * that this rests on. */
GoalOutcome goal_judge(const Goal *goal, const Board *board, uint32_t captured, Zone *zone);

/* Adds the stones of the targets that are still there. */
void goal_add_targets(const Goal *goal, const Board *board, uint32_t captured, Zone *zone);

#endif
