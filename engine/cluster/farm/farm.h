/* Jobs for many ranks. Rank 0 is the coordinator: it hands out jobs as the workers, all other
 * ranks, ask for them, and takes their results. What a job is, and what is in its bytes and in
 * those of its result, is up to the user.
 *
 * Invariant: of each job that was handed out, exactly one result is taken, unless the farm has
 * failed or was stopped; a worker is given another job only after its result was taken. A worker
 * that MPI calls gone, or from which nothing has been heard for `timeout` seconds, loses its
 * outstanding jobs, which are handed out again. If it comes back, its results of those count only
 * if no other worker was faster. A worker that hears nothing from the coordinator for as long gives
 * up.
 *
 * The functions run in the thread that opened the Mpi and are called by all ranks together. */
#ifndef ENGINE_CLUSTER_FARM_FARM_H
#define ENGINE_CLUSTER_FARM_FARM_H

#include "engine/base/text.h"
#include "engine/cluster/mpi/mpi.h"

typedef struct {
    int64_t number; /* names the job: no two jobs in hand have the same */
    char *bytes;    /* length of them; NULL if the number says it all */
    size_t length;
} FarmJob;

typedef enum {
    FARM_JOB,   /* *job is set; the farm frees its bytes */
    FARM_LATER, /* none now, but there may be once results have come in */
    FARM_NONE,  /* none, ever: once all results are in, the farm ends */
} FarmSupply;

typedef struct {
    double timeout; /* seconds */
    void *context;
    FarmSupply (*next_job)(void *context, FarmJob *job);
    /* Takes a result; safe (on disk) once it returns. If it fails, the farm is stopped with its
     * message. */
    bool (*store_result)(void *context, int64_t number, const char *bytes, size_t length,
                         Status *status);
    /* Should all workers give up what they do? Asked often. */
    bool (*is_stopped)(void *context);
    /* Says on one line what has happened to a worker. */
    void (*log)(void *context, const char *line);
} FarmCoordinator;

typedef struct {
    double timeout;
    int slots; /* jobs at a time, 1..TEAM_MAX; 0: this rank only waits for the end */
    void *context;
    /* Does a job, in a thread that belongs to the slot. Fails if no other job could succeed either.
     */
    bool (*work)(void *context, int slot, const FarmJob *job, Text *result, Status *status);
    /* Makes all jobs under way, and later ones, return soon: their results do not count. Called
     * from another thread. */
    void (*stop)(void *context);
    /* Has this rank been asked to leave? Then results that come in do not count, and the
     * coordinator hands its jobs to others. Asked often, from another thread. NULL: never. */
    bool (*is_leaving)(void *context);
    /* Called last in the thread of each slot. NULL: there is nothing to put away. */
    void (*leave)(void *context, int slot);
} FarmWorker;

/* The coordinator's part. Returns false with a message if a result could not be taken, a worker
 * failed, or all workers are lost. */
bool farm_coordinate(Mpi *mpi, const FarmCoordinator *coordinator, Status *status);

/* A worker's part. Returns false with a message if it failed or the coordinator is gone. */
bool farm_work(Mpi *mpi, const FarmWorker *worker, Status *status);

/* Does all jobs, whatever the number of ranks. If there is one, it does them itself, each slot in a
 * thread; the coordinator's functions are called by one thread at a time. Otherwise this rank takes
 * its part. Returns false after a remark that says why: if the farm failed, or on a worker if the
 * coordinator is gone. What fails on a worker is said by the coordinator alone. */
bool farm_run(Mpi *mpi, const FarmCoordinator *coordinator, const FarmWorker *worker);

/* The slots of this rank: of a node's, each worker there has its share; of a worker's (per_node 0)
 * it has all. At most TEAM_MAX. The coordinator has none, unless it is the only rank. */
int farm_slots(const Mpi *mpi, int per_node, int per_worker);

#endif
