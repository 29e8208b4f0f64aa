/* Problems of life and death, answered and explained at once. */
#ifndef TESTS_SUPPORT_POSITION_SOLVE_PROBLEM_H
#define TESTS_SUPPORT_POSITION_SOLVE_PROBLEM_H

#include "engine/solve/problem/problem.h"

static inline void problem_solve(GoalSearch *search, const Goal *goal, const Board *board,
                                 Color mover, GoalLimits limits, ProblemSide *side) {
    problem_answer(search, goal, board, mover, limits, side);
    problem_explain(search, goal, board, limits, side);
}

#endif
