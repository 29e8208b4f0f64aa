/* A problem of `dihedra tsumego`: solves it, and makes what is printed and written about it. */
#ifndef GTP_SOLVE_TSUMEGO_TSUMEGO_TASK_H
#define GTP_SOLVE_TSUMEGO_TSUMEGO_TASK_H

#include "engine/go/sgf/record.h"
#include "engine/solve/goal/search/goal_search.h"
#include "gtp/solve/tsumego/tsumego_options.h"

typedef struct {
    const char *path;
    int number; /* in its file, from 1 */
    int index;  /* among the problems of all files, from 0 */
    const SgfNode *root;
    bool is_solved;
    Text out, errors; /* to be printed */
    SgfWriter sgf;    /* the games of this problem, for --sgf */
} TsumegoTask;

/* What problems are solved with. */
typedef struct {
    const TsumegoOptions *options;
    const _Atomic bool *cancel;
    GoalSearch *search;
    Game *game;
    Deadline deadline; /* of the present part of the work */
} TsumegoSolver;

/* Reads the problem of the task's root and solves it. Sets is_solved, adds to the texts, to the
 * games. */
void tsumego_task_solve(TsumegoSolver *solver, TsumegoTask *task);

/* Frees what the task has. */
void tsumego_task_clear(TsumegoTask *task);

#endif
