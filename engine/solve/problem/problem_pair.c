#include "engine/solve/problem/problem_pair.h"

#include "engine/base/team.h"

typedef struct {
    GoalSearch *search;
    const Goal *goal;
    const Board *board;
    Color mover;
    GoalLimits limits;
    ProblemSide *side;
} PairTask;

static void solve(void *argument) {
    const PairTask *task = argument;
    problem_solve(task->search, task->goal, task->board, task->mover, task->limits, task->side);
}

void problem_pair_solve(GoalSearch *const searches[2], const Goal *goal, const Board *board,
                        GoalLimits limits, ProblemSide *kills, ProblemSide *saves) {
    PairTask tasks[2] = {
        {searches[0], goal, board, goal->reacher, limits, kills},
        {searches[1], goal, board, color_opponent(goal->reacher), limits, saves},
    };
    if (team_run(solve, tasks, sizeof tasks[0], 2) < 2) { /* there was no second thread */
        solve(&tasks[1]);
    }
}
