/* Claims: that a goal is reached or held under a rule for kos, with the winner's moves against all
 * replies inside the region, found again by searches where the table has lost them.
 *
 * Against a holder with unlimited threats a goal is reached if each line ends, or has no end but
 * breaks bans again and again: any number of threats runs out. The searches give the holder `level`
 * threats. If the reacher wins with them wherever a ban may be broken by its own moves, it wins
 * against any number: it plays against `level` threats, and anew so after each that is used. */
#ifndef ENGINE_SOLVE_PROBLEM_GOAL_CLAIM_H
#define ENGINE_SOLVE_PROBLEM_GOAL_CLAIM_H

#include "engine/base/text.h"
#include "engine/solve/goal/search/goal_search.h"

typedef struct {
    GoalSearch *search;
    const Goal *goal; /* finished */
    const Board *board;
    uint32_t captured; /* targets */
    GoalKoRule ko;     /* threats of the loser may be GOAL_THREATS_UNLIMITED */
    int level;         /* threats instead of a holder's unlimited ones in searches */
    Color first;       /* who moves first */
    GoalOutcome outcome;
    GoalLimits limits;
} GoalClaim;

/* Is the claim, that a goal is reached, true? Looks only at positions that rest on kos. Adds the
 * positions searched to *nodes; returns false, too, if more than the limits say are needed. */
bool goal_claim_is_reached(const GoalClaim *claim, int64_t *nodes);

/* Appends the moves in the order in which the verifier asks for them, and sets their number. The
 * board's ko ban does not hold. Returns false with a message if a search reaches its limits again,
 * the deadline is over, or there are too many moves. */
bool goal_claim_write(const GoalClaim *claim, Text *moves, size_t *move_count, Status *status);

#endif
