/* Draws by repetition: under simple ko a game that never ends is a draw, so one side, the
 * *repetition winner*, also succeeds by that: by a set of positions of which each with it to move
 * has some child in the set, each other all of them, and none is won for the opponent. The set is a
 * local greatest fixed point (Liu and Smolka, "Simple linear-time algorithms for minimal fixed
 * points", 1998). A Repetition belongs to one thread; it reads the context's table. */
#ifndef ENGINE_SOLVE_REPETITION_H
#define ENGINE_SOLVE_REPETITION_H

#include "engine/solve/solver_query.h"

typedef struct Repetition Repetition;

/* Asks: does the repetition winner reach goal, at most 0 points, from the root? */
Repetition *repetition_new(SolverContext *context, const SolverGroup *group, const Bitboard *root,
                           Color repetition_winner, int goal);
void repetition_free(Repetition *repetition);

/* Works until the question is decided or the set has `most` positions. Returns ANSWER_OPEN if a
 * later call may go on, or if stopped. */
SolverAnswer repetition_run(Repetition *repetition, size_t most);

/* The winner's move at a position of the set that the answer YES rests on, or BITBOARD_NONE if the
 * set does not have the position. */
int repetition_find_move(const Repetition *repetition, const Bitboard *bitboard);

#endif
