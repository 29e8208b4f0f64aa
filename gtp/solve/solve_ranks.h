/* The ranks of a run of `dihedra solve`: rank 0 solves and reports, the others help it. */
#ifndef GTP_SOLVE_SOLVE_RANKS_H
#define GTP_SOLVE_SOLVE_RANKS_H

#include "engine/base/json.h"
#include "engine/cluster/solver/distributed_solver.h"
#include "gtp/solve/solve_options.h"

typedef struct {
    Mpi *mpi;
    DistributedSolver *distributed;    /* NULL if there is one rank */
    DistributedSolverFigures *figures; /* [rank], once solve_ranks_finish was called */
    DistributedSolverSummary summary;
} SolveRanks;

/* Joins the other ranks. Returns false with a message if that fails. */
bool solve_ranks_open(SolveRanks *ranks, Status *status);
void solve_ranks_close(SolveRanks *ranks, int exit_status);

/* Collective: returns false, on all ranks, if this rank or another failed with a message, or if
 * their questions differ. solver: NULL if this rank failed. */
bool solve_ranks_agree(SolveRanks *ranks, const SolveOptions *options,
                       const SolvePosition *position, Solver *solver, Status *status);

/* Spreads the solver's searches if there are several ranks. */
void solve_ranks_start(SolveRanks *ranks, const SolveOptions *options, Solver *solver);

/* The work of all ranks but 0. */
void solve_ranks_serve(SolveRanks *ranks);

/* Rank 0: ends the work of the others, unless that is done. */
void solve_ranks_finish(SolveRanks *ranks);

/* Prints the work of the ranks: one line, or a JSON object. */
void solve_ranks_print(const SolveRanks *ranks);
json_t *solve_ranks_json(const SolveRanks *ranks);

static inline int solve_ranks_own(const SolveRanks *ranks) {
    return mpi_rank(ranks->mpi);
}

static inline int solve_ranks_count(const SolveRanks *ranks) {
    return mpi_size(ranks->mpi);
}

#endif
