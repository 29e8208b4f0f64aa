/* One search over many ranks: makes the large searches of rank 0's solver (SolverDelegate).
 * README.md explains the protocol.
 *
 * A DistributedSolver belongs to the thread of its Mpi. All ranks have a solver of the same options
 * and position. */
#ifndef ENGINE_CLUSTER_SOLVER_DISTRIBUTED_SOLVER_H
#define ENGINE_CLUSTER_SOLVER_DISTRIBUTED_SOLVER_H

#include "engine/cluster/mpi/mpi.h"
#include "engine/cluster/solver/owner.h"
#include "engine/solve/solver.h"

typedef struct {
    int leaf_nodes;  /* about, of a leaf job; 0: none: all work on a node is done by its owner */
    int share_nodes; /* nodes from which a bound is sent to all tables */
    OwnerRule owner;
} DistributedSolverOptions;

/* What all ranks have done. */
typedef struct {
    uint64_t nodes, upper_nodes, leaf_jobs;
    uint64_t asked;             /* tasks that came to their owner */
    uint64_t known;             /* of those, answered by the table */
    uint64_t lent;              /* leaf jobs given to an idle rank */
    uint64_t cancelled;         /* tasks whose result was no longer needed */
    uint64_t wasted;            /* nodes of leaf jobs that were cancelled */
    uint64_t broken_off;        /* leaf jobs that were too large */
    uint64_t bounds;            /* sent into the table of one other rank */
    uint64_t records;           /* all that was sent to another rank, bounds and others */
    uint64_t messages, bytes;   /* sent: batches of records, and their size */
    uint64_t steps, steps_away; /* branches asked for, and those whose owner is another rank */
    uint64_t busy_microseconds; /* searching or at upper nodes, while rank 0 had a search */
} DistributedSolverFigures;

typedef struct DistributedSolver DistributedSolver;

DistributedSolver *distributed_solver_new(Mpi *mpi, Solver *solver,
                                          const DistributedSolverOptions *options);
void distributed_solver_free(DistributedSolver *distributed);

/* The work of all ranks but 0. Returns when rank 0 calls distributed_solver_finish, or is gone. */
void distributed_solver_serve(DistributedSolver *distributed);

/* Of all ranks together. */
typedef struct {
    double seconds; /* rank 0's searches over the ranks */
    uint64_t begun; /* leaf jobs and upper nodes that were begun, a million of each rank at most */
    uint64_t duplicates; /* of those, repeating another's position, depth and search */
} DistributedSolverSummary;

/* Rank 0, between searches: looks up `lookups` arbitrary keys, from number `first` on, at their
 * owners in batches of `batch` for each other rank, or in its own table. Returns the seconds it
 * took. */
double distributed_solver_measure_remote(DistributedSolver *distributed, uint64_t first,
                                         uint64_t lookups, uint64_t batch);
double distributed_solver_measure_local(DistributedSolver *distributed, uint64_t first,
                                        uint64_t lookups);

/* Rank 0: ends the others' work and takes their figures: figures[rank]. Once. */
DistributedSolverSummary distributed_solver_finish(DistributedSolver *distributed,
                                                   DistributedSolverFigures *figures);

#endif
