/* Answers a question about the solver's position, and proves the answer in a file. Under superko
 * both may begin under simple ko, where the search is cheaper and what wins mostly wins under
 * superko, too (README.md). A long proof is kept beside its file now and then, as FILE.unfinished,
 * while it is repaired; proving_from goes on from there. */
#ifndef ENGINE_SOLVE_PROOF_PROVING_H
#define ENGINE_SOLVE_PROOF_PROVING_H

#include "engine/base/progress.h"
#include "engine/base/text.h"
#include "engine/solve/solver.h"
#include "verify/verify.h"

typedef struct {
    Solver *solver; /* under the rules of the proof */
    /* Under simple ko, of the same position, while a proof begins there; else NULL. proving_answer
     * frees it. */
    Solver *simple;
    const char *path;    /* of the proof; NULL: only the answer is wanted */
    const int *target;   /* is Black's value at least this? NULL: what is the value? */
    const int *estimate; /* of the value, or NULL */
    int threads;         /* that check the proof */
    Progress *progress;
    void (*after_simple)(void *context); /* called before `simple` is freed; may be NULL */
    void *context;
    bool is_proving; /* is the search under way one for the proof? */
    double kept;     /* private: when the unfinished proof was last written, or the start */
    bool has_kept;   /* there is an unfinished proof beside the path */
} Proving;

typedef struct {
    SolverState state; /* bounds, and the positions of both solvers */
    bool is_answered, is_proved;
    size_t records; /* of the proof */
    Status failure; /* why there is no proof */
} Proved;

/* Asks the question and proves the bounds that it narrows, where they say more than the number of
 * points of the board. */
void proving_answer(Proving *proving, Proved *proved);

/* Proves the bounds of another proof of the same question, which may be of another ko rule or
 * unfinished. */
void proving_from(Proving *proving, const char *file, Proved *proved);

/* ---- Proofs of the bounds that a solver has found, in the format of verify/README.md, and their
 * check. If that finds paths on which superko spoils the strategy, it is repaired (repair.c) and
 * checked again ---- */

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
