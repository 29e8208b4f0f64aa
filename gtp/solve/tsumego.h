/* `dihedra tsumego`: the command line, problems of life and death read from records, their answers
 * as text, as proofs and as trees of moves. */
#ifndef GTP_SOLVE_TSUMEGO_H
#define GTP_SOLVE_TSUMEGO_H

#include "engine/base/options.h"
#include "engine/go/sgf/record.h"
#include "gtp/solve/problem_text.h"

/* ---- The command line (tsumego.c) ---- */

typedef enum { FIRST_BOTH, FIRST_BLACK, FIRST_WHITE } FirstMover;

/* Texts are the command line's own. */
typedef struct {
    OptionList files;
    FirstMover first;
    int any;   /* capturing one target is enough */
    int frame; /* the radius at which open regions are closed by stones; 0: they are not */
    double seconds;
    int64_t nodes;
    int megabytes, threads;
    bool json;
    const char *proof, *sgf;
} TsumegoOptions;

/* ---- Its answers as text, and as a tree (tsumego_answer.c) ---- */

typedef struct {
    Goal *goal;
    const Board *board;
    const Zone *frame;     /* stones that were added before it was solved */
    ProblemSide found[2];  /* kill, save */
    ProblemSide *sides[2]; /* of those, the ones that were asked for; NULL: not */
    ProblemWider wider;    /* what a wider region said */
} TsumegoProblem;

/* Adds the targets, the status and where play is, in lines. */
void tsumego_problem_add(Text *text, const TsumegoProblem *problem);

/* Adds which walls of the region (engine/solve/problem/region.h) the answers assume to be safe. */
void tsumego_problem_add_walls(Text *text, const TsumegoProblem *problem);

/* Adds the answer for a side, with its first moves. */
void tsumego_problem_add_side(Text *text, const TsumegoProblem *problem, const ProblemSide *side);

/* Writes all first moves of a side to solve, the hardest replies to the right ones, the refutations
 * of the wrong ones, and so on, as branches after the current node, with a comment, and TE or BM,
 * on each move of that side. */
void tsumego_tree_write(GoalSearch *search, const Goal *goal, const Board *board,
                        const ProblemSide *side, GoalLimits limits, SgfWriter *writer);

/* ---- All of it (tsumego_task.c) ---- */

/* The file of a proof: that of the option, or FILE.2, FILE.3, ... for other problems than the
 * first. index: among the problems of all files, from 0. Empty if there is no such option. */
Text tsumego_proof_path(const TsumegoOptions *options, int index);

typedef struct {
    const char *path;
    int number; /* in its file, from 1 */
    int index;  /* among the problems of all files, from 0 */
    const SgfNode *root;
    bool is_view; /* VW is the region */
    bool is_solved;
    Text out;      /* to be printed next */
    SgfWriter sgf; /* the games of this problem, for --sgf */
} TsumegoTask;

/* What problems are solved with. */
typedef struct {
    const TsumegoOptions *options;
    const _Atomic bool *cancel;
    GoalSearch *search;
    Game *game;
    Deadline deadline; /* of the present part of the work */
} TsumegoSolver;

/* Reads the problem of the task's root, solves it, and prints what it finds when it is known. Sets
 * is_solved, adds to the games. */
void tsumego_task_solve(TsumegoSolver *solver, TsumegoTask *task);

#endif
