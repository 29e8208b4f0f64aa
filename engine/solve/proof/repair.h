/* Completes a strategy in the builder, and repairs what the check finds: paths on which superko
 * bans the winner's moves, or does not ban a reply that the builder lacks.
 *
 * Repair comes to an end: each step adds a position, adds a move to a position, or puts a move of
 * a position first, which happens to each move once at most. */
#ifndef ENGINE_SOLVE_PROOF_REPAIR_H
#define ENGINE_SOLVE_PROOF_REPAIR_H

#include "engine/solve/proof/prover.h"
#include "engine/solve/verify/verify.h"

/* Follows the replies that lack an entry, unless superko may ban them, and drops the entries that
 * nothing leads to. Returns false with a message if a move was not found. */
bool repair_complete(Prover *prover);

/* Changes the builder on account of some failures. Returns false if nothing helps. */
bool repair_failures(Prover *prover, const VerifyFailures *failures);

#endif
