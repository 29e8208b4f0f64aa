/* Writes proofs of what a goal search has found (engine/solve/verify/README.md has the format). */
#ifndef ENGINE_SOLVE_PROBLEM_GOAL_PROOF_H
#define ENGINE_SOLVE_PROBLEM_GOAL_PROOF_H

#include "engine/base/text.h"
#include "engine/solve/problem/problem.h"

/* Writes a proof of the sides' answers, each of which is NULL or known, to an empty text. Returns
 * false with a message if one of the claims cannot be written (goal_claim.h). */
bool goal_proof_write(GoalSearch *search, const Goal *goal, const Board *board,
                      const ProblemSide *const sides[2], GoalLimits limits, Text *text,
                      Status *status);

#endif
