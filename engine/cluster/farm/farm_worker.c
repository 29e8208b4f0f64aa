/* A worker of a farm. The thread that has the Mpi moves messages; each slot has a thread that
 * waits for a job, does it, and leaves the result. One mutex guards what they share. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/base/team.h"
#include "engine/cluster/farm/farm_message.h"

static const double WAIT_SECONDS = 0.01;

typedef enum { SLOT_IDLE, SLOT_BUSY, SLOT_DONE } SlotState;

typedef struct SlotPool SlotPool;

typedef struct {
    SlotPool *pool;
    int index;
    pthread_t thread;
    SlotState state;
    FarmJob job;
    Text result;
    bool has_failed;
    Status status; /* why */
} Slot;

struct SlotPool {
    const FarmWorker *worker;
    Slot *slots;
    int count;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool is_over;
};

/* ---- A slot ---- */

/* Returns false if there will be no more jobs. */
static bool await_job(Slot *slot) {
    SlotPool *pool = slot->pool;
    pthread_mutex_lock(&pool->mutex);
    while (slot->state != SLOT_BUSY && !pool->is_over) {
        pthread_cond_wait(&pool->changed, &pool->mutex);
    }
    const bool has_job = slot->state == SLOT_BUSY;
    pthread_mutex_unlock(&pool->mutex);
    return has_job;
}

static void *run_slot(void *argument) {
    Slot *slot = argument;
    SlotPool *pool = slot->pool;
    while (await_job(slot)) {
        const bool ok = pool->worker->work(pool->worker->context, slot->index, &slot->job,
                                           &slot->result, &slot->status);
        pthread_mutex_lock(&pool->mutex);
        slot->has_failed = !ok;
        slot->state = SLOT_DONE;
        pthread_mutex_unlock(&pool->mutex);
    }
    if (pool->worker->leave != NULL) {
        pool->worker->leave(pool->worker->context, slot->index);
    }
    return NULL;
}

static bool begin_slots(SlotPool *pool, Status *status) {
    assert(pool->worker->slots <= TEAM_MAX);
    pool->slots = memory_new((size_t)pool->worker->slots, sizeof *pool->slots);
    while (pool->count < pool->worker->slots) {
        Slot *slot = &pool->slots[pool->count];
        slot->pool = pool;
        slot->index = pool->count;
        if (pthread_create(&slot->thread, NULL, run_slot, slot) != 0) {
            return status_fail(status, "out of threads");
        }
        pool->count++;
    }
    return true;
}

static void end_slots(SlotPool *pool) {
    pthread_mutex_lock(&pool->mutex);
    bool is_busy = false;
    for (int i = 0; i < pool->count; i++) {
        is_busy |= pool->slots[i].state == SLOT_BUSY;
    }
    pool->is_over = true;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->mutex);
    if (is_busy) {
        pool->worker->stop(pool->worker->context);
    }
    for (int i = 0; i < pool->count; i++) {
        pthread_join(pool->slots[i].thread, NULL);
        free(pool->slots[i].job.bytes);
        text_free(&pool->slots[i].result);
    }
    free(pool->slots);
}

/* ---- Messages ---- */

static bool take_job(SlotPool *pool, const MpiMessage *message, Status *status) {
    int64_t number;
    const char *bytes;
    size_t length;
    if (!farm_message_read(message, &number, &bytes, &length)) {
        return status_fail(status, "the dispatcher sent a job of %zu bytes", message->length);
    }
    pthread_mutex_lock(&pool->mutex);
    Slot *slot = NULL;
    for (int i = 0; i < pool->count; i++) {
        slot = pool->slots[i].state == SLOT_IDLE ? &pool->slots[i] : slot;
    }
    if (slot != NULL) {
        Text copy = {0};
        text_append(&copy, bytes, length);
        slot->job = (FarmJob){number, copy.bytes, length};
        slot->state = SLOT_BUSY;
        pthread_cond_broadcast(&pool->changed);
    }
    pthread_mutex_unlock(&pool->mutex);
    return slot != NULL || status_fail(status, "the dispatcher sent a job too many");
}

static bool is_leaving(const SlotPool *pool) {
    return pool->worker->is_leaving != NULL && pool->worker->is_leaving(pool->worker->context);
}

/* Sends the results of the slots that are done. If this rank leaves, they do not count. */
static bool send_results(Mpi *mpi, SlotPool *pool, Status *status) {
    bool ok = true;
    pthread_mutex_lock(&pool->mutex);
    for (int i = 0; ok && i < pool->count; i++) {
        Slot *slot = &pool->slots[i];
        if (slot->state != SLOT_DONE) {
            continue;
        }
        if (is_leaving(pool)) {
            /* The coordinator has been told, or will be. */
        } else if (slot->has_failed) {
            *status = slot->status;
            ok = false;
        } else {
            farm_message_send(mpi, 0, FARM_RESULT, slot->job.number, slot->result.bytes,
                              slot->result.length);
        }
        text_clear(&slot->result);
        free(slot->job.bytes);
        slot->job.bytes = NULL;
        slot->state = SLOT_IDLE;
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
            ok = message.kind != FARM_DO || take_job(pool, &message, status);
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
            return status_fail(status, "the dispatcher is gone");
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

bool farm_work(Mpi *mpi, const FarmWorker *worker, Status *status) {
    bool is_alone;
    return farm_serve(mpi, worker, &is_alone, status);
}
