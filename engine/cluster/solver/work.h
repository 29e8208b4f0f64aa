/* Private to the distributed solver: the state of a rank, and its work on tasks. */
#ifndef ENGINE_CLUSTER_SOLVER_WORK_H
#define ENGINE_CLUSTER_SOLVER_WORK_H

#include "engine/cluster/solver/distributed_solver.h"
#include "engine/cluster/solver/job.h"
#include "engine/cluster/solver/outbox.h"
#include "engine/solve/solver_query.h"

struct DistributedSolver {
    Mpi *mpi;
    Solver *solver;
    DistributedSolverOptions options;
    int own, count; /* ranks */
    Outbox outbox;
    SolverJobs jobs;
    SolverThread *upper, *leaf; /* upper: only its path and what the table says there */
    SolverGroup group;          /* of the leaf job under way */
    SolverJob *running;         /* NULL: none */
    uint32_t ended;             /* the epoch of the last search that has ended */
    uint32_t owed;              /* the epoch of the END that waits for counts; 0: none */
    SolverCounts told;          /* what rank 0 has been told of */
    bool is_idle, has_quit;
    bool *others_idle; /* [rank] */
    double busy;       /* seconds */
    DistributedSolverFigures figures;
    uint64_t *begun; /* what leaf jobs and upper nodes were about (distributed_solver.c), to find
                        duplicates */
    size_t begun_count;
    /* Rank 0, during a search. */
    const SolverSearch *wanted; /* NULL: no search is under way */
    bool has_root;
    TaskResult root;
    SolverCounts gathered; /* of the others */
    int counts_awaited;    /* ranks */
    double seconds;
    uint64_t found; /* MESSAGE_FOUND that have come in */
};

/* Every node has an owner, and there are no leaf jobs. */
static inline bool distributed_solver_owns_all(const DistributedSolver *distributed) {
    return distributed->options.leaf_nodes == 0;
}

/* The rank that does the work of a position. */
static inline int distributed_solver_owner(const DistributedSolver *distributed,
                                           const Bitboard *bitboard) {
    return owner_of(solver_context(distributed->solver), bitboard, distributed->options.owner,
                    distributed->count);
}

/* Sends a record that the rank waits for. */
static inline void distributed_solver_post(DistributedSolver *distributed, int rank,
                                           Message message) {
    outbox_add(&distributed->outbox, rank, &message, true);
}

/* Ends the leaf job under way. */
static inline void distributed_solver_stop_running(DistributedSolver *distributed) {
    distributed->running->is_cancelled = true;
    atomic_store_explicit(&distributed->group.stop, true, memory_order_relaxed);
}

/* A task has come, to its owner or as a leaf job of another rank's. */
void work_take_task(DistributedSolver *distributed, const Task *task);

/* A branch of an upper node is done, or the search's root is. */
void work_take_result(DistributedSolver *distributed, const TaskResult *task_result);

/* The task of this origin is no longer needed. */
void work_cancel(DistributedSolver *distributed, const Origin *origin);

/* The task of this origin is elsewhere now. */
void work_note_move(DistributedSolver *distributed, const Origin *origin, int rank);

/* Does a job that waited. */
void work_do(DistributedSolver *distributed, SolverJob *job);

/* Gives jobs that wait to idle ranks. */
void work_lend(DistributedSolver *distributed);

/* Sends a bound into the tables of all other ranks: a BoundExport. */
void work_share(void *distributed, const BoundsUpdate *update);

#endif
