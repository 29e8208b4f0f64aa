/* Estimates of questions about dragons by a local search with an evaluator (local_search.h), for
 * what no proof decides in time. */
#ifndef ENGINE_SOLVE_DRAGON_ESTIMATE_H
#define ENGINE_SOLVE_DRAGON_ESTIMATE_H

#include "engine/solve/dragon/local_search.h"

/* Searches for the best moves of mover for or against one dragon or, if `second` is not NULL, in a
 * race of two. Returns false if the limits have no evaluator, or if it failed. */
bool estimate_moves(const Board *board, const Dragon *first, const Dragon *second, Color mover,
                    const GoalLimits *limits, LocalResult *result);

/* Does the move kill the dragon or, if mover owns it, save it? */
bool estimate_succeeds(const LocalMove *move, int dragon, bool saves);

/* Is it likely, or next to certain, that it does? */
bool estimate_is_likely(const LocalMove *move, int dragon, bool saves);
bool estimate_is_sure(const LocalMove *move, int dragon, bool saves);

#endif
