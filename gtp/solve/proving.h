/* The proofs of `dihedra solve --proof`: of what its table says, or of what another proof begins
 * with. A long one is kept beside the file now and then, as FILE.unfinished, while it is repaired;
 * `--from-proof` goes on from there. */
#ifndef GTP_SOLVE_PROVING_H
#define GTP_SOLVE_PROVING_H

#include "engine/base/progress.h"
#include "engine/base/status.h"
#include "engine/solve/solver.h"

typedef struct {
    Solver *solver;
    const Solver *outer; /* if this one is stopped, so is the work; NULL: none */
    Progress *progress;
    const char *path; /* of the proof */
    int threads;      /* that check it */
    double kept;      /* private: when the unfinished proof was last written, or the start */
    bool has_kept;    /* there is an unfinished proof beside the path */
} Proving;

/* Proves the bounds that say more than the number of points of the board, and writes the proof. If
 * neither does, it proves the lower one, which takes no record. from: the file of another proof,
 * which may be of another ko rule or unfinished; its bounds are proved instead, and *bounds is set
 * to them. NULL: none. Sets *records to the number of records. Returns false with a message if
 * there is no proof; *bounds is unchanged then. */
bool proving_run(Proving *proving, const char *from, SolverState *bounds, size_t *records,
                 Status *status);

/* Could proving_run begin with this proof? Returns false with a message if it is damaged, or of
 * another position. */
bool proving_suits(Proving *proving, const char *from, Status *status);

#endif
