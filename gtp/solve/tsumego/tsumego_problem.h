/* A problem of `dihedra tsumego` with its answers, and their text. */
#ifndef GTP_SOLVE_TSUMEGO_TSUMEGO_PROBLEM_H
#define GTP_SOLVE_TSUMEGO_TSUMEGO_PROBLEM_H

#include "engine/base/text.h"
#include "engine/solve/problem/problem.h"

typedef struct {
    const Goal *goal;
    const Board *board;
    const Zone *frame;           /* stones that were added before it was solved */
    ProblemSide found[2];        /* kill, save */
    const ProblemSide *sides[2]; /* of those, the ones that were asked for; NULL: not */
} TsumegoProblem;

/* Adds the targets, the status and the answers, in lines. */
void tsumego_problem_add(Text *text, const TsumegoProblem *problem);

/* Adds which walls of the region (engine/solve/problem/wall.h) the answers assume to be safe. */
void tsumego_problem_add_walls(Text *text, const TsumegoProblem *problem);

/* Adds the answer for a side, with its first moves. */
void tsumego_problem_add_side(Text *text, const TsumegoProblem *problem, const ProblemSide *side);

#endif
