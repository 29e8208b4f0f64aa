/* The ranks of a run of `dihedra solve`: rank 0 solves and reports, the others help it. */
#ifndef GTP_SOLVE_SOLVE_MPI_H
#define GTP_SOLVE_SOLVE_MPI_H

#include "engine/base/json.h"
#include "engine/cluster/solver/distributed_solver.h"
#include "gtp/solve/solve_options.h"

typedef struct {
    Mpi *mpi;
    DistributedSolver *distributed;    /* NULL if there is one rank */
    DistributedSolverFigures *figures; /* [rank], once solve_mpi_finish was called */
    DistributedSolverSummary summary;
} SolveMpi;

/* Joins the other ranks. Returns false with a message if that fails. */
bool solve_mpi_open(SolveMpi *ranks, Status *status);
void solve_mpi_close(SolveMpi *ranks, int exit_status);

/* Collective: returns false, on all ranks, if this rank or another failed with a message, or if
 * their questions differ. solver: NULL if this rank failed. */
bool solve_mpi_agree(SolveMpi *ranks, const SolveOptions *options, const SolvePosition *position,
                     Solver *solver, Status *status);

/* Spreads the solver's searches if there are several ranks. */
void solve_mpi_start(SolveMpi *ranks, const SolveOptions *options, Solver *solver);

/* The work of all ranks but 0. */
void solve_mpi_serve(SolveMpi *ranks);

/* Rank 0: ends the work of the others, unless that is done. */
void solve_mpi_finish(SolveMpi *ranks);

/* Prints the work of the ranks: one line, or a JSON object. */
void solve_mpi_print(const SolveMpi *ranks);
json_t *solve_mpi_json(const SolveMpi *ranks);

static inline int solve_mpi_own(const SolveMpi *ranks) {
    return mpi_rank(ranks->mpi);
}

static inline int solve_mpi_count(const SolveMpi *ranks) {
    return mpi_size(ranks->mpi);
}

#endif
