/* A problem of `dihedra tsumego` with its answers, and their proof. */
#ifndef GTP_SOLVE_TSUMEGO_PROOF_H
#define GTP_SOLVE_TSUMEGO_PROOF_H

#include "engine/base/text.h"
#include "engine/solve/problem/problem.h"

typedef struct {
    const Goal *goal;
    const Board *board;
    const Zone *frame;           /* stones that were added before it was solved */
    ProblemSide found[2];        /* kill, save */
    const ProblemSide *sides[2]; /* of those, the ones that were asked for; NULL: not */
} TsumegoProblem;

/* Adds a proof of the answers that are known to an empty text, and checks it. If the targets live
 * in a frame, the proof is about that frame, where the other side's answer is searched for again.
 * *moves: of all its claims. Returns false with a message if there is none. */
bool tsumego_proof_make(GoalSearch *search, const TsumegoProblem *problem, GoalLimits limits,
                        Text *text, size_t *moves, Status *status);

#endif
