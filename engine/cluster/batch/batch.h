/* A run of numbered jobs: a plan of which are done, a log from which a killed run resumes, and the
 * farm that hands out the rest to threads of this process or to other ranks.
 *
 * Invariant: a job is in the log exactly if it was given to `read_entry`, and before it is shown.
 * Jobs in the log are not done again. All ranks call all functions; only rank 0 has a log. */
#ifndef ENGINE_CLUSTER_BATCH_BATCH_H
#define ENGINE_CLUSTER_BATCH_BATCH_H

#include "engine/cluster/farm/farm.h"
#include "engine/cluster/ledger/ledger.h"

/* The caller sets all but the last two. A function or path that is NULL is left out. */
typedef struct {
    Mpi *mpi;
    void *context; /* of all functions */
    const LedgerKind *kind;
    const char *log_path;

    int64_t first, count; /* jobs are numbered from first */
    const int64_t *order; /* [count], their numbers as they are handed out; NULL: ascending */
    const char *message;  /* that goes with each job */
    bool (*is_done)(void *context, int64_t number);

    /* Does a job (see FarmWorker). The result is JSON: the log's "entry", and what else `save`
     * wants. */
    bool (*work)(void *context, int slot, const FarmJob *job, Text *result, Status *status);
    void (*leave)(void *context, int slot);
    void (*stop)(void *context);
    bool (*is_stopped)(void *context); /* a rank that is stopped leaves the rest to the others */

    /* Rank 0's. Saves what does not go into the log; then the entry is logged and read; then it is
     * shown. read_entry is as in LedgerReader and gets the log's old entries, too. */
    bool (*save)(void *context, int64_t number, const json_t *result, Status *status);
    bool (*read_entry)(void *context, const json_t *entry, Status *status);
    bool (*show)(void *context, int64_t number, const json_t *entry, Status *status);
    void (*log)(void *context, const char *line);

    Ledger ledger; /* starts with file -1 */
    int64_t next;  /* index of the next job to hand out */
} Batch;

/* Checks that all ranks have these settings, and opens the log. */
bool batch_open(Batch *batch, const json_t *settings, Status *status);

/* Does the jobs that are not done; slots as farm_slots tells. Returns what farm_run returns. */
bool batch_run(Batch *batch, int slots, double timeout);

void batch_close(Batch *batch);

#endif
