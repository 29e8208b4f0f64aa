/* A farm of any size. */
#include "engine/cluster/farm/farm.h"

#include <pthread.h>

#include "engine/base/team.h"
#include "engine/cluster/farm/farm_slot.h"

/* ---- A rank alone ---- */

/* Coordinator and worker at once: the slots take jobs themselves, under one mutex. */
typedef struct {
    const FarmCoordinator *coordinator;
    pthread_mutex_t mutex; /* guards has_failed, and calls of the coordinator */
    bool has_failed;
} Alone;

static bool take_job(void *context, FarmJob *job) {
    Alone *alone = context;
    const FarmCoordinator *coordinator = alone->coordinator;
    *job = (FarmJob){0};
    pthread_mutex_lock(&alone->mutex);
    const bool has_job = !alone->has_failed && !coordinator->is_stopped(coordinator->context) &&
                         coordinator->next_job(coordinator->context, job) == FARM_JOB;
    pthread_mutex_unlock(&alone->mutex);
    return has_job;
}

/* Says at once why the farm fails, as the jobs of other slots may take long. */
static void give_result(void *context, FarmResult *result) {
    Alone *alone = context;
    const FarmCoordinator *coordinator = alone->coordinator;
    pthread_mutex_lock(&alone->mutex);
    if (!coordinator->is_stopped(coordinator->context)) {
        const bool ok =
            result->ok && coordinator->store_result(coordinator->context, result->number,
                                                    text_get(&result->bytes), result->bytes.length,
                                                    &result->status);
        if (!ok && !alone->has_failed) {
            alone->has_failed = true;
            coordinator->log(coordinator->context, result->status.text);
        }
    }
    pthread_mutex_unlock(&alone->mutex);
}

static void run_slot(void *slot) {
    farm_slot_run(slot);
}

static bool run_alone(const FarmCoordinator *coordinator, const FarmWorker *worker) {
    Alone alone = {coordinator, PTHREAD_MUTEX_INITIALIZER, false};
    FarmSlot slots[TEAM_MAX];
    for (int i = 0; i < worker->slots; i++) {
        slots[i] = (FarmSlot){worker, i, &alone, take_job, give_result};
    }
    team_run(run_slot, slots, sizeof slots[0], worker->slots);
    return !alone.has_failed;
}

/* ---- A farm of any size ---- */

bool farm_run(Mpi *mpi, const FarmCoordinator *coordinator, const FarmWorker *worker) {
    if (mpi_size(mpi) == 1) {
        return run_alone(coordinator, worker);
    }
    Status status;
    bool is_mine = true; /* to tell */
    const bool ok = mpi_rank(mpi) == 0 ? farm_coordinate(mpi, coordinator, &status)
                                       : farm_serve(mpi, worker, &is_mine, &status);
    if (!ok && is_mine) {
        coordinator->log(coordinator->context, status.text);
    }
    return ok || !is_mine;
}

int farm_slots(const Mpi *mpi, int per_node, int per_worker) {
    int slots = per_node > 0 ? per_node : per_worker;
    if (mpi_size(mpi) > 1 && mpi_rank(mpi) == 0) {
        slots = 0;
    } else if (mpi_size(mpi) > 1 && per_node > 0) {
        const MpiNode node = mpi_node(mpi);
        const int coordinators = node.first_rank == 0;
        const int workers = node.size - coordinators, place = node.rank - coordinators;
        slots = per_node / workers + (place < per_node % workers);
    }
    return slots < TEAM_MAX ? slots : TEAM_MAX;
}
