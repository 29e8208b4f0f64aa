/* Holding for ever: under simple ko a repetition is a draw, so one side, the *holder*, also
 * succeeds if the game never ends. Such a strategy has no depth. It is a set of positions that the
 * holder never needs to leave: of each with the holder to move some child is in the set, of each
 * other every child, and none is won for the opponent.
 *
 * The set is found as a local greatest fixed point (Liu and Smolka, "Simple linear-time algorithms
 * for minimal fixed points", 1998): every position met is assumed to be held, with one move of the
 * holder, until a move of the opponent refutes it; then whatever relied on it is looked at again.
 *
 * A Hold belongs to one thread; it reads the context's table. */
#ifndef ENGINE_SOLVE_HOLD_H
#define ENGINE_SOLVE_HOLD_H

#include "engine/solve/solver_thread.h"

typedef struct Hold Hold;

/* Does the holder reach goal (at most 0 points) from the root, repetitions counted as a draw?
 * Returns NULL if out of memory. */
Hold *hold_new(SolverContext *context, const SolverGroup *group, const Field *root, Color holder,
               int goal);
void hold_free(Hold *hold);

/* Works until the question is decided or the set has `most` positions. ANSWER_OPEN: not decided,
 * and a later call goes on; also if stopped or out of memory. */
Answer hold_run(Hold *hold, size_t most);

size_t hold_count(const Hold *hold);

/* The holder's move at a position of the set that the answer YES rests on, or FIELD_NONE if the set
 * does not have the position. */
int hold_find_move(const Hold *hold, const Field *field);

#endif
