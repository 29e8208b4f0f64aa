/* Makes proofs (engine/verify/strategy.h has the file's format) of the bounds that a solver has
 * found, and has them checked. If the check finds paths on which superko spoils the strategy, it is
 * mended (mend.h) and checked again. */
#ifndef ENGINE_PROVE_PROVE_H
#define ENGINE_PROVE_PROVE_H

#include "engine/base/text.h"
#include "engine/solve/solver.h"
#include "engine/verify/verify.h"

/* What is to be proved: Black's points minus White's. */
typedef struct {
    bool has_lower, has_upper;
    int lower, upper;
} ProofWanted;

/* Appends the bytes of a proof that has passed verify_proof to *bytes. Returns false with a message
 * if none was found; *bytes is then empty. The search may be stopped by solver_stop. */
bool prove_bounds(Solver *solver, const ProofWanted *wanted, Text *bytes, VerifyResult *result,
                  Status *status);

#endif
