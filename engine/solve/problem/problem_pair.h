/* Both sides of a problem of life and death, side by side on two threads. */
#ifndef ENGINE_SOLVE_PROBLEM_PROBLEM_PAIR_H
#define ENGINE_SOLVE_PROBLEM_PROBLEM_PAIR_H

#include "engine/solve/problem/problem.h"

/* Solves for the reacher and for the holder of the goal moving first, as problem_solve does, each
 * with its own search. The answers are those of one thread after the other, unless limits end
 * a search. */
void problem_pair_solve(GoalSearch *const searches[2], const Goal *goal, const Board *board,
                        GoalLimits limits, ProblemSide *kills, ProblemSide *saves);

#endif
