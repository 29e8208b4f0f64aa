/* A farm of any size. Alone, a rank is coordinator and worker: its slots take jobs themselves,
 * under one mutex. */
#include <pthread.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/base/team.h"
#include "engine/cluster/farm/farm_message.h"

typedef struct {
    const FarmCoordinator *coordinator;
    const FarmWorker *worker;
    pthread_mutex_t mutex; /* guards what follows, and calls of the coordinator */
    pthread_cond_t changed;
    int under_way;
    bool has_failed;
} Alone;

typedef struct {
    Alone *alone;
    int index;
} AloneSlot;

/* Returns false if there are no more jobs for this slot. */
static bool take_job(Alone *alone, FarmJob *job) {
    const FarmCoordinator *coordinator = alone->coordinator;
    FarmSupply supply = FARM_NONE;
    pthread_mutex_lock(&alone->mutex);
    while (!alone->has_failed && !coordinator->is_stopped(coordinator->context)) {
        *job = (FarmJob){0};
        supply = coordinator->next_job(coordinator->context, job);
        if (supply != FARM_LATER || alone->under_way == 0) {
            break;
        }
        pthread_cond_wait(&alone->changed, &alone->mutex);
        supply = FARM_NONE;
    }
    alone->under_way += supply == FARM_JOB;
    pthread_mutex_unlock(&alone->mutex);
    return supply == FARM_JOB;
}

/* Says at once why the farm fails, as the jobs of other slots may take long. */
static void fail(Alone *alone, const Status *why) {
    if (!alone->has_failed) {
        alone->has_failed = true;
        alone->coordinator->log(alone->coordinator->context, why->text);
    }
}

static void put_result(Alone *alone, int64_t number, const Text *result, bool ok, Status *status) {
    const FarmCoordinator *coordinator = alone->coordinator;
    pthread_mutex_lock(&alone->mutex);
    alone->under_way--;
    if (!coordinator->is_stopped(coordinator->context) &&
        (!ok || !coordinator->store_result(coordinator->context, number, text_get(result),
                                           result->length, status))) {
        fail(alone, status);
    }
    pthread_cond_broadcast(&alone->changed);
    pthread_mutex_unlock(&alone->mutex);
}

static void run_slot(void *item) {
    const AloneSlot *slot = item;
    const FarmWorker *worker = slot->alone->worker;
    FarmJob job;
    Text result = {0};
    while (take_job(slot->alone, &job)) {
        Status status;
        text_clear(&result);
        const bool ok = worker->work(worker->context, slot->index, &job, &result, &status);
        put_result(slot->alone, job.number, &result, ok, &status);
        free(job.bytes);
    }
    text_free(&result);
    if (worker->leave != NULL) {
        worker->leave(worker->context, slot->index);
    }
}

static bool run_alone(const FarmCoordinator *coordinator, const FarmWorker *worker) {
    Alone alone = {.coordinator = coordinator,
                   .worker = worker,
                   .mutex = PTHREAD_MUTEX_INITIALIZER,
                   .changed = PTHREAD_COND_INITIALIZER};
    AloneSlot slots[TEAM_MAX];
    for (int i = 0; i < worker->slots; i++) {
        slots[i] = (AloneSlot){&alone, i};
    }
    team_run(run_slot, slots, sizeof slots[0], worker->slots);
    return !alone.has_failed;
}

bool farm_run(Mpi *mpi, const FarmCoordinator *coordinator, const FarmWorker *worker) {
    if (mpi_size(mpi) == 1) {
        return run_alone(coordinator, worker);
    }
    Status status;
    bool is_told_elsewhere = false, ok;
    if (mpi_rank(mpi) == 0) {
        ok = farm_coordinate(mpi, coordinator, &status);
    } else {
        bool is_alone;
        ok = farm_serve(mpi, worker, &is_alone, &status);
        is_told_elsewhere = !is_alone;
    }
    if (!ok && !is_told_elsewhere) {
        coordinator->log(coordinator->context, status.text);
    }
    return ok || is_told_elsewhere;
}

int farm_slots(const Mpi *mpi, int per_node, int per_worker) {
    int slots = per_node > 0 ? per_node : per_worker;
    if (mpi_size(mpi) > 1 && mpi_rank(mpi) == 0) {
        slots = 0;
    } else if (mpi_size(mpi) > 1 && per_node > 0) {
        const int coordinators = mpi_node_first_rank(mpi) == 0;
        const int workers = mpi_node_size(mpi) - coordinators;
        const int place = mpi_node_rank(mpi) - coordinators;
        slots = per_node / workers + (place < per_node % workers);
    }
    return slots < TEAM_MAX ? slots : TEAM_MAX;
}
