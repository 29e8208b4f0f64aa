/* The thread that calls pool_run moves jobs and results: on rank 0 between the log and its own
 * slots, or messages to the other ranks; there between messages and slots. */
#include "engine/cluster/pool/pool.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/os/files.h"
#include "engine/base/os/thread.h"
#include "engine/base/team.h"

static const double WAIT_SECONDS = 0.02; /* before other things are looked at */

/* ---- Records ---- */

/* Makes the folder. A run that has a log goes on, and may have to write a record again. */
static bool check_folder(const Pool *pool, Status *status) {
    const bool goes_on = pool->log_path != NULL && os_exists(pool->log_path);
    bool ok = pool->folder == NULL || file_make_folder(pool->folder, status);
    char **names = pool->folder == NULL || goes_on ? NULL : os_list_folder(pool->folder);
    for (char **name = names; ok && name != NULL && *name != NULL; name++) {
        ok = strncmp(*name, "game-", 5) != 0 ||
             status_fail(status,
                         "--sgf %.120s: has %.40s of another run; --resume its log, or "
                         "name another folder",
                         pool->folder, *name);
    }
    free(names);
    return ok;
}

static bool save_game_record(const Pool *pool, int64_t number, const json_t *result,
                             Status *status) {
    const char *record = json_string_value(json_object_get(result, "sgf"));
    if (pool->folder == NULL || record == NULL) {
        return true;
    }
    Text path = text_new("%s/game-%0*lld.sgf", pool->folder, pool->digits,
                         (long long)number - pool->first + 1);
    const bool is_log = pool->log_path != NULL && file_is_same(text_get(&path), pool->log_path);
    const bool ok = is_log ? status_fail(status, "%s is the log", pool->log_path)
                           : file_replace(text_get(&path), record, strlen(record), status);
    text_free(&path);
    return ok;
}

/* ---- The pool ---- */

bool pool_join(Pool *pool, const char *command, Status *status) {
    pool->ledger.file = -1;
    pool->mpi = mpi_open(command, status);
    return pool->mpi != NULL;
}

void pool_leave(Pool *pool) {
    if (pool->mpi != NULL) {
        pool_close(pool);
        mpi_close(pool->mpi);
    }
}

bool pool_is_first(const Pool *pool) {
    return mpi_rank(pool->mpi) == 0;
}

int pool_ranks(const Pool *pool) {
    return mpi_size(pool->mpi);
}

bool pool_all_ok(const Pool *pool, bool ok, Status *status) {
    return mpi_all_ok(pool->mpi, ok, status);
}

bool pool_open(Pool *pool, const json_t *settings, Status *status) {
    const LedgerReader reader = {pool->context, pool->read_entry};
    if (!mpi_agree(pool->mpi, settings, status)) {
        return false;
    }
    const bool ok =
        !pool_is_first(pool) ||
        (check_folder(pool, status) &&
         (pool->log_path == NULL ||
          ledger_open(&pool->ledger, pool->log_path, pool->kind, settings, &reader, status)));
    return mpi_all_ok(pool->mpi, ok, status);
}

void pool_close(Pool *pool) {
    ledger_close(&pool->ledger);
}

void pool_detach_child(ChildOptions *child, const char *const *added, int added_count) {
    child->environment = mpi_environment_of_child(added, added_count);
    child->closes_inherited = mpi_has_launcher(); /* MPI's sockets */
}

int pool_slots(const Pool *pool, int wanted) {
    const int slots = pool_is_first(pool) && pool_ranks(pool) > 1 ? 0 : wanted;
    return slots < TEAM_MAX ? slots : TEAM_MAX;
}

/* ---- Jobs and results on rank 0 ---- */

/* Returns false if there are no more. */
static bool next_job(Pool *pool, PoolJob *job) {
    while (pool->next < pool->count) {
        const int64_t index = pool->next++;
        job->number = pool->order == NULL ? pool->first + index : pool->order[index];
        if (pool->is_done == NULL || !pool->is_done(pool->context, job->number)) {
            job->length = 0;
            job->bytes = pool->message == NULL
                             ? ""
                             : pool->message(pool->context, job->number, &job->length);
            return true;
        }
    }
    return false;
}

static bool take_result(Pool *pool, int64_t number, const char *bytes, size_t length,
                        Status *status) {
    json_t *result = json_loadb(bytes, length, 0, NULL);
    const json_t *entry = json_object_get(result, "entry");
    const bool ok = save_game_record(pool, number, result, status) &&
                    pool->read_entry(pool->context, entry, status) &&
                    (pool->ledger.file < 0 || ledger_append(&pool->ledger, entry, status)) &&
                    (pool->show == NULL || pool->show(pool->context, number, entry, status));
    json_decref(result);
    return ok;
}

/* ---- Slots: threads, each with a job at a time ---- */

typedef enum { SLOT_FREE, SLOT_BUSY, SLOT_DONE } SlotState;

typedef struct Slots Slots;

typedef struct {
    Slots *slots;
    pthread_t thread;
    SlotState state;
    PoolJob job; /* or that of its result */
    Text message, result;
    bool ok;
    Status status; /* why it is not */
} Slot;

struct Slots {
    const Pool *pool;
    pthread_mutex_t mutex; /* guards the states, and is_over */
    pthread_cond_t given, done;
    Slot list[TEAM_MAX];
    bool is_over;
    int count, busy; /* of the thread that calls pool_run alone */
};

static void *run_slot(void *argument) {
    Slot *slot = argument;
    Slots *slots = slot->slots;
    const Pool *pool = slots->pool;
    const int index = (int)(slot - slots->list);
    pthread_mutex_lock(&slots->mutex);
    while (!slots->is_over) {
        if (slot->state != SLOT_BUSY) {
            pthread_cond_wait(&slots->given, &slots->mutex);
            continue;
        }
        pthread_mutex_unlock(&slots->mutex);
        slot->ok = pool->work(pool->context, index, &slot->job, &slot->result, &slot->status);
        pthread_mutex_lock(&slots->mutex);
        slot->state = SLOT_DONE;
        pthread_cond_signal(&slots->done);
    }
    pthread_mutex_unlock(&slots->mutex);
    if (pool->leave != NULL) {
        pool->leave(pool->context, index);
    }
    return NULL;
}

/* Goes on with fewer threads than wanted if the system has no more. */
static bool start_slots(Slots *slots, const Pool *pool, int wanted, Status *status) {
    *slots = (Slots){
        .pool = pool, .mutex = PTHREAD_MUTEX_INITIALIZER, .given = PTHREAD_COND_INITIALIZER};
    thread_condition_init(&slots->done);
    for (; slots->count < wanted; slots->count++) {
        Slot *slot = &slots->list[slots->count];
        slot->slots = slots;
        if (thread_start(&slot->thread, run_slot, slot) != 0) {
            break;
        }
    }
    return slots->count > 0 || status_fail(status, "cannot start a thread");
}

/* There must be a free slot. */
static void give_job(Slots *slots, const PoolJob *job) {
    pthread_mutex_lock(&slots->mutex);
    Slot *slot = slots->list;
    while (slot->state != SLOT_FREE) {
        slot++;
    }
    text_clear(&slot->message);
    text_append(&slot->message, job->bytes, job->length);
    text_clear(&slot->result);
    slot->job = (PoolJob){job->number, text_get(&slot->message), job->length};
    slot->state = SLOT_BUSY;
    slots->busy++;
    pthread_cond_broadcast(&slots->given);
    pthread_mutex_unlock(&slots->mutex);
}

static Slot *find_done(Slots *slots) {
    for (int i = 0; i < slots->count; i++) {
        if (slots->list[i].state == SLOT_DONE) {
            return &slots->list[i];
        }
    }
    return NULL;
}

/* Waits briefly for a result. Returns the slot that has it, or NULL. */
static Slot *await_result(Slots *slots, double seconds) {
    pthread_mutex_lock(&slots->mutex);
    Slot *slot = find_done(slots);
    if (slot == NULL && seconds > 0) {
        thread_wait(&slots->done, &slots->mutex, seconds);
        slot = find_done(slots);
    }
    pthread_mutex_unlock(&slots->mutex);
    return slot;
}

static void free_slot(Slots *slots, Slot *slot) {
    pthread_mutex_lock(&slots->mutex);
    slot->state = SLOT_FREE;
    slots->busy--;
    pthread_mutex_unlock(&slots->mutex);
}

static void end_slots(Slots *slots) {
    pthread_mutex_lock(&slots->mutex);
    slots->is_over = true;
    pthread_cond_broadcast(&slots->given);
    pthread_mutex_unlock(&slots->mutex);
    if (slots->busy > 0) {
        interrupt_request(slots->pool->interrupt);
    }
    for (int i = 0; i < slots->count; i++) {
        pthread_join(slots->list[i].thread, NULL);
        text_free(&slots->list[i].message);
        text_free(&slots->list[i].result);
    }
}

/* ---- One rank ---- */

static bool run_alone(Pool *pool, int wanted, Status *status) {
    Slots slots;
    PoolJob job;
    bool ok = start_slots(&slots, pool, wanted, status), has_more = true;
    while (ok && !interrupt_requested(pool->interrupt) && (has_more || slots.busy > 0)) {
        while (has_more && slots.busy < slots.count) {
            has_more = next_job(pool, &job);
            if (has_more) {
                give_job(&slots, &job);
            }
        }
        Slot *slot = slots.busy > 0 ? await_result(&slots, WAIT_SECONDS) : NULL;
        if (slot != NULL && !interrupt_requested(pool->interrupt)) {
            ok = slot->ok ? take_result(pool, slot->job.number, text_get(&slot->result),
                                        slot->result.length, status)
                          : status_fail(status, "%s", slot->status.text);
            free_slot(&slots, slot);
        }
    }
    end_slots(&slots);
    return ok;
}

/* ---- Many ranks ---- */

typedef enum {
    POOL_ASK = 1, /* to rank 0: a slot is free; with a result, which begins with its job's number */
    POOL_FAILURE, /* to rank 0: why the run must end */
    POOL_BYE,     /* to rank 0: the last message */
    POOL_JOB,     /* to a worker: a number, and the job's message */
    POOL_END,     /* to a worker: no more jobs, and stop what you do */
} PoolKind;

static void send_job(Mpi *mpi, int to, PoolKind kind, const PoolJob *job) {
    Text bytes = {0};
    text_append(&bytes, (const char *)&job->number, sizeof job->number);
    text_append(&bytes, job->bytes, job->length);
    mpi_send(mpi, to, (int)kind, bytes.bytes, bytes.length);
    text_free(&bytes);
}

static PoolJob job_of(const MpiMessage *message) {
    PoolJob job;
    memcpy(&job.number, message->bytes, sizeof job.number);
    job.bytes = message->bytes + sizeof job.number;
    job.length = message->length - sizeof job.number;
    return job;
}

/* Rank 0's part: a result or a free slot gets another job, if there is one. */
static bool coordinate(Pool *pool, Status *status) {
    Mpi *mpi = pool->mpi;
    const int workers = mpi_size(mpi) - 1;
    int64_t out = 0; /* jobs without a result yet */
    int gone = 0;
    bool ok = true, has_more = true, has_ended = false;
    while (gone < workers) {
        const bool is_over = !ok || interrupt_requested(pool->interrupt) || (!has_more && out == 0);
        for (int rank = 1; is_over && !has_ended && rank <= workers; rank++) {
            mpi_send(mpi, rank, POOL_END, NULL, 0);
        }
        has_ended |= is_over;
        MpiMessage message;
        if (!mpi_receive(mpi, WAIT_SECONDS, &message)) {
            continue;
        }
        gone += message.kind == POOL_BYE;
        if (message.kind == POOL_FAILURE && !has_ended) {
            ok = status_fail(status, "%s", message.bytes);
        } else if (message.kind == POOL_ASK && !has_ended) {
            PoolJob job;
            if (message.length > 0) {
                out--;
                job = job_of(&message);
                ok = take_result(pool, job.number, job.bytes, job.length, status);
            }
            has_more = ok && has_more && next_job(pool, &job);
            if (has_more) {
                send_job(mpi, message.from, POOL_JOB, &job);
                out++;
            }
        }
        free(message.bytes);
    }
    return ok;
}

static void send_failure(Mpi *mpi, const char *why) {
    char name[RANK_NAME_MAX];
    Status status;
    mpi_own_name(mpi, name);
    status_fail(&status, "%.80s: %.160s", name, why);
    mpi_send(mpi, 0, POOL_FAILURE, status.text, strlen(status.text));
}

/* Returns false if it was a failure, or this rank was told to end: its results count no more. */
static bool send_result(const Pool *pool, Slots *slots, Slot *slot) {
    const bool ok = slot->ok && !interrupt_requested(pool->interrupt);
    if (ok) {
        send_job(pool->mpi, 0, POOL_ASK,
                 &(PoolJob){slot->job.number, text_get(&slot->result), slot->result.length});
    } else {
        send_failure(pool->mpi, slot->ok ? "it was interrupted" : slot->status.text);
    }
    free_slot(slots, slot);
    return ok;
}

/* The part of the other ranks. */
static void serve(const Pool *pool, int wanted) {
    Mpi *mpi = pool->mpi;
    Slots slots;
    Status status;
    bool ok = start_slots(&slots, pool, wanted, &status);
    if (!ok) {
        send_failure(mpi, status.text);
    }
    for (int i = 0; i < slots.count; i++) {
        mpi_send(mpi, 0, POOL_ASK, NULL, 0);
    }
    for (bool is_over = false; !is_over;) {
        MpiMessage message;
        if (mpi_receive(mpi, WAIT_SECONDS / 2, &message)) {
            is_over = message.kind == POOL_END;
            if (message.kind == POOL_JOB) {
                const PoolJob job = job_of(&message);
                give_job(&slots, &job);
            }
            free(message.bytes);
        }
        for (Slot *slot = NULL; ok && !is_over && (slot = await_result(&slots, 0)) != NULL;) {
            ok = send_result(pool, &slots, slot);
        }
    }
    end_slots(&slots);
    mpi_send(mpi, 0, POOL_BYE, NULL, 0);
}

bool pool_run(Pool *pool, int slots, Status *status) {
    if (!pool_is_first(pool)) {
        serve(pool, slots);
        return true;
    }
    return pool_ranks(pool) == 1 ? run_alone(pool, slots, status) : coordinate(pool, status);
}
