/* A claim of a proof: the winner's moves against all replies inside the region, found again by
 * searches where the table has lost them. */
#ifndef ENGINE_SOLVE_PROBLEM_GOAL_CLAIM_H
#define ENGINE_SOLVE_PROBLEM_GOAL_CLAIM_H

#include "engine/base/text.h"
#include "engine/solve/goal/search/goal_search.h"

enum { GOAL_CLAIM_MOVES_MAX = 1000000 };

typedef struct {
    GoalSearch *search;
    const Goal *goal; /* finished */
    const Board *board;
    GoalKoRule ko;
    Color first; /* who moves first */
    GoalOutcome outcome;
    GoalLimits limits;
} GoalClaim;

/* Appends the moves in the order in which the verifier asks for them, and sets their number.
 * Returns false with a message if a search reaches its limits again, or if there are too many
 * moves. */
bool goal_claim_write(const GoalClaim *claim, Text *moves, size_t *move_count, Status *status);

#endif
