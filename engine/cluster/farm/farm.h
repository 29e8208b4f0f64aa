/* Jobs for many ranks. Rank 0 is the coordinator: it hands out jobs as the workers, all other
 * ranks, ask for them, and takes their results. The bytes of a job and of its result mean what the
 * caller says.
 *
 * Invariant: of each job that was handed out, exactly one result is taken, unless the farm has
 * failed or was stopped; a slot is given another job only after its result was taken. If MPI calls
 * a worker gone, or it is silent for `timeout` seconds, its outstanding jobs are handed out again;
 * if it comes back, its results of those count only if no other worker was faster. A worker that
 * receives nothing from the coordinator for as long gives up.
 *
 * All ranks call the functions, each in the thread that opened its Mpi. */
#ifndef ENGINE_CLUSTER_FARM_FARM_H
#define ENGINE_CLUSTER_FARM_FARM_H

#include "engine/base/text.h"
#include "engine/cluster/mpi/mpi.h"

typedef struct {
    int64_t number; /* no two jobs at a time have the same */
    char *bytes;    /* NULL if the number says it all */
    size_t length;
} FarmJob;

typedef enum {
    FARM_JOB,  /* *job is set; the farm frees its bytes */
    FARM_NONE, /* there are no more: once all results are in, the farm ends */
} FarmSupply;

typedef struct {
    double timeout; /* seconds */
    void *context;
    FarmSupply (*next_job)(void *context, FarmJob *job);
    /* Takes a result, and returns when that is on disk. If it fails, so does the farm. */
    bool (*store_result)(void *context, int64_t number, const char *bytes, size_t length,
                         Status *status);
    bool (*is_stopped)(void *context);            /* ends all jobs; called often */
    void (*log)(void *context, const char *line); /* what has happened to a worker */
} FarmCoordinator;

typedef struct {
    double timeout;
    int slots; /* jobs at a time, 1..TEAM_MAX; 0: this rank only waits for the end */
    void *context;
    /* Does a job, in the slot's thread. Fails if no other job could succeed either. */
    bool (*work)(void *context, int slot, const FarmJob *job, Text *result, Status *status);
    /* Makes all jobs under way, and later ones, return soon: their results do not count. Called
     * from another thread, as is is_leaving. */
    void (*stop)(void *context);
    /* Is this rank to leave? Then its results do not count any more, and the coordinator hands its
     * jobs to others. Called often. May be NULL. */
    bool (*is_leaving)(void *context);
    void (*leave)(void *context, int slot); /* called last in the slot's thread; may be NULL */
} FarmWorker;

/* The coordinator's part. Returns false with a message if a result could not be taken, a worker
 * failed, or all workers are lost. */
bool farm_coordinate(Mpi *mpi, const FarmCoordinator *coordinator, Status *status);

/* Does all jobs, whatever the number of ranks. A rank alone does them itself, each slot in a
 * thread; one thread at a time calls the coordinator's functions. Returns false, and logs why, if
 * the farm failed; on a worker only if the coordinator is gone, as the coordinator logs the rest.
 */
bool farm_run(Mpi *mpi, const FarmCoordinator *coordinator, const FarmWorker *worker);

/* The slots of this rank: its share of per_node slots of a machine, or if that is 0 per_worker. At
 * most TEAM_MAX. The coordinator has none, unless it is the only rank. */
int farm_slots(const Mpi *mpi, int per_node, int per_worker);

#endif
