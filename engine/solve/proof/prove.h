/* Makes proofs (verify/README.md has the format) of the bounds that a solver has
 * found, and has them checked. If the check finds paths on which superko spoils the strategy, it is
 * repaired (repair.h) and checked again. */
#ifndef ENGINE_SOLVE_PROOF_PROVE_H
#define ENGINE_SOLVE_PROOF_PROVE_H

#include "engine/base/text.h"
#include "engine/solve/solver.h"
#include "verify/verify.h"

/* What is to be proved: Black's points minus White's. */
typedef struct {
    bool has_lower, has_upper;
    int lower, upper;
    VerifyMonitor monitor; /* of the work; no failures */
    /* Is given the proof of a bound before each check, with the monitor's context: `from` can begin
     * with it. May be NULL. */
    void (*keep)(void *context, const Text *file);
    /* A proof for this position, perhaps under another ko rule, with whose strategies the proof
     * begins. NULL: begins with what the table says. */
    const ProofFile *from;
} ProofWanted;

/* Does the proof answer the solver's question, whatever its ko rule? Returns false with a message
 * that names what differs. */
bool prove_suits(Solver *solver, const ProofFile *file, Status *status);

/* Appends the bytes of a proof that has passed verify_proof to *bytes. Returns false with a message
 * if none was found; *bytes is then empty. The search may be stopped by solver_stop. */
bool prove_bounds(Solver *solver, const ProofWanted *wanted, Text *bytes, VerifyResult *result,
                  Status *status);

#endif
