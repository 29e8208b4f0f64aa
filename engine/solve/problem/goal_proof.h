/* Writes proofs of what a goal search has found (engine/solve/verify/README.md has the format): the
 * winner's moves against all replies inside the region, found again by searches where the table has
 * lost them. */
#ifndef ENGINE_SOLVE_PROBLEM_GOAL_PROOF_H
#define ENGINE_SOLVE_PROBLEM_GOAL_PROOF_H

#include "engine/base/text.h"
#include "engine/solve/problem/problem.h"

enum { GOAL_PROOF_MOVES = 1000000 }; /* of one claim, at most */

/* Writes a proof of the sides' answers, each of which is NULL or known, to an empty text. Returns
 * false with a message if a search reaches its limits again, or if a claim has too many moves. */
bool goal_proof_write(GoalSearch *search, const Goal *goal, const Board *board,
                      const ProblemSide *const sides[2], GoalLimits limits, Text *text,
                      Status *status);

#endif
