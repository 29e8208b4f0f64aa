/* A run of numbered jobs that a log lets go on after any kill. Slots, which are threads of this
 * process or, under an MPI launcher, of all ranks but the first, do the jobs that rank 0 hands out.
 *
 *     Pool pool = {.count = 100, ...};
 *     ok = pool_join(&pool, "match", &status) && pool_open(&pool, settings, &status) &&
 *          pool_run(&pool, slots, &status);
 *     pool_leave(&pool);
 *
 * Invariant: a job is in the log exactly if it was given to `read_entry`, and before it is shown.
 * Jobs in the log are not done again. All ranks call all functions, in the thread that joined; only
 * rank 0 has a log. */
#ifndef ENGINE_CLUSTER_POOL_POOL_H
#define ENGINE_CLUSTER_POOL_POOL_H

#include <stdint.h>

#include "engine/base/text.h"
#include "engine/cluster/ledger/ledger.h"
#include "engine/cluster/mpi/mpi.h"
#include "engine/cluster/pool/interrupt.h"

typedef struct {
    int64_t number;
    const char *bytes; /* the pool's message for it; end in a NUL that is not counted */
    size_t length;
} PoolJob;

/* The caller sets all but the last three. log_path and functions may be NULL, but for work and
 * read_entry. */
typedef struct {
    void *context;        /* of all functions */
    Interrupt *interrupt; /* ends the run; the end of a run requests it if jobs are under way */
    const LedgerKind *kind;
    const char *log_path;
    /* Where records are written (game-1.sgf, with at least `digits` digits), or NULL. pool_open
     * makes the folder, and refuses to begin a run over the records of another. */
    const char *folder;
    int digits;

    int64_t first, count; /* jobs are numbered from first */
    const int64_t *order; /* [count], their numbers as they are handed out; NULL: ascending */
    /* The bytes that go with a job. */
    const char *(*message)(void *context, int64_t number, size_t *length);
    bool (*is_done)(void *context, int64_t number);

    /* Does a job, in the slot's thread: soon after an interrupt, when it does not count. The result
     * is JSON: the log's "entry", and the record as "sgf", or null. Fails if no other job could
     * succeed either. */
    bool (*work)(void *context, int slot, const PoolJob *job, Text *result, Status *status);
    void (*leave)(void *context, int slot); /* last in the slot's thread */

    /* Rank 0's, in the thread that calls pool_run: once the record is written, the entry is read,
     * logged and shown. read_entry is as in LedgerReader, and gets the entries of an old log, too.
     */
    bool (*read_entry)(void *context, const json_t *entry, Status *status);
    bool (*show)(void *context, int64_t number, const json_t *entry, Status *status);

    int64_t next; /* index of the next job to hand out */
    Ledger ledger;
    Mpi *mpi; /* starts as NULL */
} Pool;

/* Joins the ranks that run this command, as mpi_open; and leaves them if it has, which closes the
 * log. */
bool pool_join(Pool *pool, const char *command, Status *status);
void pool_leave(Pool *pool);

/* How many ranks there are, and whether this one is rank 0, which reports. */
int pool_ranks(const Pool *pool);
bool pool_is_first(const Pool *pool);

/* Are all ranks ok? If not, each gets the status of the first that is not. */
bool pool_all_ok(const Pool *pool, bool ok, Status *status);

/* The slots of this rank: `wanted`, at most TEAM_MAX; none of rank 0 if there are others. */
int pool_slots(const Pool *pool, int wanted);

/* Checks that all ranks have these settings, and opens the log. */
bool pool_open(Pool *pool, const json_t *settings, Status *status);

/* Does the jobs that are not done. Returns false on rank 0 if a job or a result failed. */
bool pool_run(Pool *pool, int slots, Status *status);

/* Closes the log. */
void pool_close(Pool *pool);

/* Keeps a child process from becoming a rank: sets what it inherits, and its environment, to which
 * variables "NAME=VALUE" are added (mpi_environment_of_child). The caller frees the environment. */
void pool_detach_child(ChildOptions *child, const char *const *added, int added_count);

#endif
