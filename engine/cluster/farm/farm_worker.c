/* A worker of a farm. The thread that has the Mpi moves messages; each slot has a thread. One mutex
 * guards what they share. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/base/os/thread.h"
#include "engine/base/team.h"
#include "engine/cluster/farm/farm_message.h"
#include "engine/cluster/farm/farm_slot.h"

static const double WAIT_SECONDS = 0.01;

typedef struct {
    const FarmWorker *worker;
    FarmSlot slots[TEAM_MAX];
    pthread_t threads[TEAM_MAX];
    int count;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    FarmJob jobs[TEAM_MAX]; /* that no slot has taken */
    FarmResult results[TEAM_MAX];
    int job_count, busy_count, result_count; /* at most count together */
    bool is_over;
} SlotPool;

/* ---- The slots ---- */

/* Waits for a job. Returns false if there will be no more. */
static bool take_job(void *context, FarmJob *job) {
    SlotPool *pool = context;
    pthread_mutex_lock(&pool->mutex);
    while (pool->job_count == 0 && !pool->is_over) {
        pthread_cond_wait(&pool->changed, &pool->mutex);
    }
    const bool has_job = !pool->is_over;
    if (has_job) {
        *job = pool->jobs[--pool->job_count];
        pool->busy_count++;
    }
    pthread_mutex_unlock(&pool->mutex);
    return has_job;
}

static void give_result(void *context, FarmResult *result) {
    SlotPool *pool = context;
    pthread_mutex_lock(&pool->mutex);
    pool->busy_count--;
    pool->results[pool->result_count++] = *result;
    pthread_mutex_unlock(&pool->mutex);
    result->bytes = (Text){0};
}

static void *run_slot(void *slot) {
    farm_slot_run(slot);
    return NULL;
}

static bool begin_slots(SlotPool *pool, Status *status) {
    for (; pool->count < pool->worker->slots; pool->count++) {
        FarmSlot *slot = &pool->slots[pool->count];
        *slot = (FarmSlot){pool->worker, pool->count, pool, take_job, give_result};
        if (thread_start(&pool->threads[pool->count], run_slot, slot) != 0) {
            return status_fail(status, "out of threads");
        }
    }
    return true;
}

static void end_slots(SlotPool *pool) {
    pthread_mutex_lock(&pool->mutex);
    const bool is_busy = pool->busy_count > 0;
    pool->is_over = true;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->mutex);
    if (is_busy) {
        pool->worker->stop(pool->worker->context);
    }
    for (int i = 0; i < pool->count; i++) {
        pthread_join(pool->threads[i], NULL);
    }
    while (pool->job_count > 0) {
        free(pool->jobs[--pool->job_count].bytes);
    }
    while (pool->result_count > 0) {
        text_free(&pool->results[--pool->result_count].bytes);
    }
}

/* ---- Messages ---- */

static bool take_message(SlotPool *pool, const MpiMessage *message, Status *status) {
    FarmJob job;
    const char *bytes;
    if (!farm_message_read(message, &job.number, &bytes, &job.length)) {
        return status_fail(status, "the coordinator sent a job of %zu bytes", message->length);
    }
    pthread_mutex_lock(&pool->mutex);
    const bool ok = pool->job_count + pool->busy_count + pool->result_count < pool->count;
    if (ok) {
        job.bytes = memcpy(memory_new(job.length + 1, 1), bytes, job.length);
        pool->jobs[pool->job_count++] = job;
        pthread_cond_signal(&pool->changed);
    }
    pthread_mutex_unlock(&pool->mutex);
    return ok || status_fail(status, "the coordinator sent a job too many");
}

static bool is_leaving(const SlotPool *pool) {
    return pool->worker->is_leaving != NULL && pool->worker->is_leaving(pool->worker->context);
}

/* Sends the results of the slots that are done. If this rank leaves, they do not count: the
 * coordinator has been told, or will be. */
static bool send_results(Mpi *mpi, SlotPool *pool, Status *status) {
    bool ok = true;
    pthread_mutex_lock(&pool->mutex);
    while (ok && pool->result_count > 0) {
        FarmResult *result = &pool->results[--pool->result_count];
        const bool counts = !is_leaving(pool);
        if (counts && result->ok) {
            farm_message_send(mpi, 0, FARM_RESULT, result->number, result->bytes.bytes,
                              result->bytes.length);
        } else if (counts) {
            *status = result->status;
            ok = false;
        }
        text_free(&result->bytes);
    }
    pthread_mutex_unlock(&pool->mutex);
    return ok;
}

/* Moves messages until the coordinator says that it is the end. */
static bool serve(Mpi *mpi, SlotPool *pool, bool *is_alone, Status *status) {
    double heard = clock_seconds(), beat = 0, last = heard;
    bool has_left = false;
    for (bool ok = true; ok;) {
        MpiMessage message;
        if (mpi_wait(mpi, WAIT_SECONDS, &message)) {
            heard = clock_seconds();
            const bool is_end = message.kind == FARM_END;
            ok = message.kind != FARM_DO || take_message(pool, &message, status);
            free(message.bytes);
            if (is_end) {
                return true;
            }
        }
        const double now = clock_seconds();
        heard = now - last > FARM_PAUSE_SECONDS ? now : heard;
        last = now;
        if (now - beat > FARM_HEARTBEAT_SECONDS) {
            mpi_send(mpi, 0, FARM_HEARTBEAT, NULL, 0);
            beat = now;
        }
        if (!has_left && is_leaving(pool)) {
            mpi_send(mpi, 0, FARM_LEAVE, NULL, 0);
            has_left = true;
        }
        *is_alone = mpi_rank_is_lost(mpi, 0) || now - heard > pool->worker->timeout;
        if (*is_alone) {
            mpi_give_up_rank(mpi, 0);
            return status_fail(status, "the coordinator is gone");
        }
        ok = ok && send_results(mpi, pool, status);
    }
    return false;
}

bool farm_serve(Mpi *mpi, const FarmWorker *worker, bool *is_alone, Status *status) {
    SlotPool pool = {
        .worker = worker, .mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    *is_alone = false;
    bool ok = begin_slots(&pool, status);
    for (int i = 0; ok && i < pool.count; i++) {
        mpi_send(mpi, 0, FARM_ASK, NULL, 0);
    }
    ok = ok && serve(mpi, &pool, is_alone, status);
    if (!ok) {
        mpi_send(mpi, 0, FARM_FAILURE, status->text, strlen(status->text));
    }
    end_slots(&pool);
    mpi_send(mpi, 0, FARM_BYE, NULL, 0);
    return ok;
}
