/* The coordinator of a farm: one loop over messages, with a list of outstanding jobs: handed out,
 * without a result yet. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/cluster/farm/farm.h"
#include "engine/cluster/farm/farm_message.h"

static const double WAIT_SECONDS = 0.02; /* for a message, before other things are looked at */

/* At least, for a worker to end its jobs when it is told to. */
static const double GOODBYE_SECONDS = 10;

enum { NO_RANK = -1 };

typedef struct {
    FarmJob job;
    int rank; /* NO_RANK: to be handed out again */
} OutstandingJob;

typedef struct {
    int idle;     /* slots that wait for a job */
    double heard; /* when, by clock_seconds() */
    bool is_silent;
    bool has_left;
    bool is_done; /* has said its last word */
} Worker;

typedef struct {
    Mpi *mpi;
    const FarmCoordinator *coordinator;
    Worker *workers; /* [rank] */
    OutstandingJob *outstanding;
    size_t outstanding_count;
    double beat;   /* when the last was sent */
    double looked; /* when the workers were last looked after */
    bool has_more; /* jobs that were never handed out */
} Farm;

static void remark(const Farm *farm, int rank, const char *what) {
    char name[RANK_NAME_MAX], line[2 * RANK_NAME_MAX];
    mpi_rank_name(farm->mpi, rank, name);
    snprintf(line, sizeof line, "%s %s", name, what);
    farm->coordinator->log(farm->coordinator->context, line);
}

/* Returns the place of a job in the list, or the list's length. */
static size_t find_job(const Farm *farm, int64_t number) {
    size_t i = 0;
    while (i < farm->outstanding_count && farm->outstanding[i].job.number != number) {
        i++;
    }
    return i;
}

static void forget_job(Farm *farm, size_t place) {
    free(farm->outstanding[place].job.bytes);
    farm->outstanding[place] = farm->outstanding[--farm->outstanding_count];
}

/* A result that is not awaited comes from a worker that was thought lost: another was faster. */
static bool take_result(Farm *farm, const MpiMessage *message, Status *status) {
    int64_t number;
    const char *bytes;
    size_t length;
    if (!farm_message_read(message, &number, &bytes, &length)) {
        return status_fail(status, "rank %d sent a result of %zu bytes", message->from,
                           message->length);
    }
    const size_t place = find_job(farm, number);
    if (place == farm->outstanding_count) {
        return true;
    }
    forget_job(farm, place);
    return farm->coordinator->store_result(farm->coordinator->context, number, bytes, length,
                                           status);
}

/* Hands the jobs of a worker out again. */
static void give_up_on(Farm *farm, int rank, const char *why) {
    int jobs = 0;
    for (size_t i = 0; i < farm->outstanding_count; i++) {
        if (farm->outstanding[i].rank == rank) {
            farm->outstanding[i].rank = NO_RANK;
            jobs++;
        }
    }
    char what[RANK_NAME_MAX];
    snprintf(what, sizeof what, "%s: %d job%s of it will be handed out again", why, jobs,
             text_plural(jobs));
    remark(farm, rank, what);
}

static bool take_message(Farm *farm, const MpiMessage *message, Status *status) {
    Worker *worker = &farm->workers[message->from];
    worker->heard = clock_seconds();
    if (worker->is_silent) {
        worker->is_silent = false;
        remark(farm, message->from, "is back");
    }
    switch ((FarmKind)message->kind) {
    case FARM_ASK:
        worker->idle++;
        return true;
    case FARM_RESULT:
        worker->idle++;
        return take_result(farm, message, status);
    case FARM_LEAVE:
        worker->has_left = true;
        give_up_on(farm, message->from, "leaves");
        return true;
    case FARM_BYE: /* after its failure */
        worker->is_done = true;
        return true;
    case FARM_FAILURE: {
        char name[RANK_NAME_MAX];
        mpi_rank_name(farm->mpi, message->from, name);
        return status_fail(status, "%.80s: %.160s", name, message->bytes);
    }
    default:
        return true;
    }
}

/* Waits shortly for a message, and takes all that are there. */
static bool take_messages(Farm *farm, Status *status) {
    MpiMessage message;
    double wait = WAIT_SECONDS;
    bool ok = true;
    while (ok && mpi_wait(farm->mpi, wait, &message)) {
        ok = take_message(farm, &message, status);
        free(message.bytes);
        wait = 0;
    }
    return ok;
}

/* Sends heartbeats and gives up on lost workers. Returns false with a message if none is left. */
static bool look_after_workers(Farm *farm, Status *status) {
    const double now = clock_seconds();
    const bool was_stopped = now - farm->looked > FARM_PAUSE_SECONDS;
    const bool beats = now - farm->beat > FARM_HEARTBEAT_SECONDS;
    farm->looked = now;
    farm->beat = beats ? now : farm->beat;
    int left = 0;
    for (int rank = 1; rank < mpi_size(farm->mpi); rank++) {
        Worker *worker = &farm->workers[rank];
        worker->heard = was_stopped ? now : worker->heard;
        if (beats) {
            mpi_send(farm->mpi, rank, FARM_HEARTBEAT, NULL, 0);
        }
        const bool is_lost = mpi_rank_is_lost(farm->mpi, rank);
        if (!worker->is_silent && (is_lost || now - worker->heard > farm->coordinator->timeout)) {
            worker->is_silent = true;
            give_up_on(farm, rank, is_lost ? "is gone" : "is silent");
        }
        left += !worker->is_silent && !worker->has_left;
    }
    return left > 0 || status_fail(status, "all workers are lost");
}

/* Finds a job: one that has to be handed out again, or a new one. Returns NULL if no job is left.
 */
static OutstandingJob *find_work(Farm *farm) {
    for (size_t i = 0; i < farm->outstanding_count; i++) {
        if (farm->outstanding[i].rank == NO_RANK) {
            return &farm->outstanding[i];
        }
    }
    OutstandingJob job = {.rank = NO_RANK};
    farm->has_more = farm->coordinator->next_job(farm->coordinator->context, &job.job) == FARM_JOB;
    if (!farm->has_more) {
        return NULL;
    }
    farm->outstanding =
        memory_grow(farm->outstanding, farm->outstanding_count, sizeof *farm->outstanding);
    farm->outstanding[farm->outstanding_count] = job;
    return &farm->outstanding[farm->outstanding_count++];
}

/* Gives each slot that waits a job, as far as there are jobs. */
static void hand_out(Farm *farm) {
    for (int rank = 1; rank < mpi_size(farm->mpi); rank++) {
        Worker *worker = &farm->workers[rank];
        while (worker->idle > 0 && !worker->is_silent && !worker->has_left) {
            OutstandingJob *outstanding = find_work(farm);
            if (outstanding == NULL) {
                return;
            }
            outstanding->rank = rank;
            worker->idle--;
            farm_message_send(farm->mpi, rank, FARM_DO, outstanding->job.number,
                              outstanding->job.bytes, outstanding->job.length);
        }
    }
}

/* Tells the workers to stop and receives their last messages, since a large one that is not
 * received keeps its sender from exiting. Gives up on workers that do not answer. */
static void say_goodbye(const Farm *farm) {
    Mpi *mpi = farm->mpi;
    const double end = clock_seconds() + fmax(farm->coordinator->timeout, GOODBYE_SECONDS);
    int left = 0;
    for (int rank = 1; rank < mpi_size(mpi); rank++) {
        mpi_send(mpi, rank, FARM_END, NULL, 0);
        left += !farm->workers[rank].is_silent && !farm->workers[rank].is_done;
    }
    for (MpiMessage message; left > 0 && clock_seconds() < end;) {
        if (!mpi_wait(mpi, WAIT_SECONDS, &message)) {
            continue;
        }
        Worker *worker = &farm->workers[message.from];
        left -= message.kind == FARM_BYE && !worker->is_silent;
        worker->is_done |= message.kind == FARM_BYE;
        free(message.bytes);
    }
    for (int rank = 1; rank < mpi_size(mpi); rank++) {
        if (!farm->workers[rank].is_done) {
            mpi_give_up_rank(mpi, rank);
        }
    }
}

bool farm_coordinate(Mpi *mpi, const FarmCoordinator *coordinator, Status *status) {
    const size_t count = (size_t)mpi_size(mpi);
    Farm farm = {.mpi = mpi,
                 .coordinator = coordinator,
                 .workers = memory_new(count, sizeof *farm.workers),
                 .has_more = true};
    for (size_t rank = 0; rank < count; rank++) {
        farm.workers[rank].heard = clock_seconds();
    }
    bool ok = true;
    while (ok && !coordinator->is_stopped(coordinator->context) &&
           (farm.has_more || farm.outstanding_count > 0)) {
        ok = take_messages(&farm, status) && look_after_workers(&farm, status);
        if (ok) {
            hand_out(&farm);
        }
    }
    say_goodbye(&farm);
    while (farm.outstanding_count > 0) {
        forget_job(&farm, farm.outstanding_count - 1);
    }
    free(farm.outstanding);
    free(farm.workers);
    return ok;
}
