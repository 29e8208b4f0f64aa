/* Problems of life and death, answered and explained at once. */
#ifndef TESTS_SUPPORT_POSITION_SOLVE_PROBLEM_H
#define TESTS_SUPPORT_POSITION_SOLVE_PROBLEM_H

#include "engine/solve/problem/problem.h"

static inline void problem_solve(GoalSearch *search, const Goal *goal, const Board *board,
                                 Color mover, GoalLimits limits, ProblemSide *side) {
    problem_answer(search, goal, board, mover, limits, side);
    problem_explain(search, goal, board, limits, side);
}

/* The goal and the board must be set. */
static inline void problem_solve_both(GoalSearch *search, Problem *problem, GoalLimits limits) {
    const Goal *goal = &problem->goal;
    problem_solve(search, goal, problem->board, goal->reacher, limits, &problem->sides[0]);
    problem_solve(search, goal, problem->board, goal_target_color(goal), limits,
                  &problem->sides[1]);
}

#endif
