/* Estimates of questions about dragons by a local search with an evaluator (local_search.h), for
 * what no proof decides in time. */
#ifndef ENGINE_SOLVE_DRAGON_ESTIMATE_H
#define ENGINE_SOLVE_DRAGON_ESTIMATE_H

#include "engine/solve/dragon/local_search.h"

enum { ESTIMATE_KO_THREATS = 3 }; /* of one side, to see whether a ko decides */

typedef struct {
    const Board *board;
    const Dragon *first;
    const Dragon *second; /* NULL, or the opponent of the first in a race */
    Color mover;
    int threats[2]; /* as in LocalQuestion */
    const GoalLimits *limits;
    LeafProof proof; /* as in LocalQuestion */
} EstimateQuestion;

/* Searches for the best moves of mover. Returns false if the limits have no evaluator, or if it
 * failed. */
bool estimate_moves(const EstimateQuestion *question, LocalResult *result);

/* How likely the move kills the first dragon or, if mover owns it, saves it: 0..1. */
float estimate_success(const LocalMove *move, bool saves);

/* Does it? */
bool estimate_succeeds(const LocalMove *move, bool saves);

/* Is it likely, sure, or next to certain that it does? */
bool estimate_is_likely(const LocalMove *move, bool saves);
bool estimate_is_sure(const LocalMove *move, bool saves);
bool estimate_is_certain(const LocalMove *move, bool saves);

#endif
