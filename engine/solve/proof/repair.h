/* Completes a strategy, and repairs what superko spoils in it. */
#ifndef ENGINE_SOLVE_PROOF_REPAIR_H
#define ENGINE_SOLVE_PROOF_REPAIR_H

#include "engine/solve/proof/prover.h"

/* Follows the replies that lack an entry, unless superko may ban them, drops the entries that
 * nothing leads to, and ranks the others. Returns false with a message if a move was not found, or
 * if the work was ended. */
bool repair_complete(Prover *prover);

/* Changes the builder on account of some failures of the check: paths on which superko bans the
 * winner's moves, or does not ban a reply that the builder lacks. Each step adds a position, adds a
 * move to a position, puts a move of a position first, which happens to each move once at most, or
 * adds a refuted board: so repair comes to an end. Returns false if nothing helps.
 *
 * The check may know the records near cycles alone: those of entries that changes may have brought
 * there are marked (strategy_builder.h), nearly all of them at once, and that helps, too. */
bool repair_failures(Prover *prover, const VerifyFailures *failures);

#endif
