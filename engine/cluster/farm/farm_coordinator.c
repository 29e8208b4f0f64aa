/* The coordinator of a farm: one loop over messages, with a list of outstanding jobs: handed out,
 * without a result yet. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
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
    FarmSupply supply;
} Coordination;

static void remark(const Coordination *coordination, int rank, const char *what) {
    char name[RANK_NAME_MAX], line[2 * RANK_NAME_MAX];
    mpi_rank_name(coordination->mpi, rank, name);
    snprintf(line, sizeof line, "%s %s", name, what);
    coordination->coordinator->log(coordination->coordinator->context, line);
}

/* Returns the place of a job in the list, or the list's length. */
static size_t find_job(const Coordination *coordination, int64_t number) {
    size_t i = 0;
    while (i < coordination->outstanding_count &&
           coordination->outstanding[i].job.number != number) {
        i++;
    }
    return i;
}

static void forget_job(Coordination *coordination, size_t place) {
    free(coordination->outstanding[place].job.bytes);
    coordination->outstanding[place] = coordination->outstanding[--coordination->outstanding_count];
}

/* A result that is not awaited comes from a worker that was thought lost: another was faster. */
static bool take_result(Coordination *coordination, const MpiMessage *message, Status *status) {
    int64_t number;
    const char *bytes;
    size_t length;
    if (!farm_message_read(message, &number, &bytes, &length)) {
        return status_fail(status, "rank %d sent a result of %zu bytes", message->from,
                           message->length);
    }
    const size_t place = find_job(coordination, number);
    if (place == coordination->outstanding_count) {
        return true;
    }
    forget_job(coordination, place);
    return coordination->coordinator->store_result(coordination->coordinator->context, number,
                                                   bytes, length, status);
}

/* The jobs of a worker that is gone or silent have to be done by another. */
static void give_up_on(Coordination *coordination, int rank, const char *why) {
    int jobs = 0;
    for (size_t i = 0; i < coordination->outstanding_count; i++) {
        if (coordination->outstanding[i].rank == rank) {
            coordination->outstanding[i].rank = NO_RANK;
            jobs++;
        }
    }
    char what[RANK_NAME_MAX];
    snprintf(what, sizeof what, "%s: %d job%s of it will be handed out again", why, jobs,
             text_plural(jobs));
    remark(coordination, rank, what);
}

static bool take_message(Coordination *coordination, const MpiMessage *message, Status *status) {
    Worker *worker = &coordination->workers[message->from];
    worker->heard = clock_seconds();
    if (worker->is_silent) {
        worker->is_silent = false;
        remark(coordination, message->from, "is back");
    }
    switch ((FarmKind)message->kind) {
    case FARM_ASK:
        worker->idle++;
        return true;
    case FARM_RESULT:
        worker->idle++;
        return take_result(coordination, message, status);
    case FARM_LEAVE:
        worker->has_left = true;
        give_up_on(coordination, message->from, "leaves");
        return true;
    case FARM_BYE: /* after its failure */
        worker->is_done = true;
        return true;
    case FARM_FAILURE: {
        char name[RANK_NAME_MAX];
        mpi_rank_name(coordination->mpi, message->from, name);
        return status_fail(status, "%.80s: %.160s", name, message->bytes);
    }
    default:
        return true;
    }
}

/* Waits shortly for a message, and takes all that are there. */
static bool take_messages(Coordination *coordination, Status *status) {
    MpiMessage message;
    double wait = WAIT_SECONDS;
    bool ok = true;
    while (ok && mpi_wait(coordination->mpi, wait, &message)) {
        ok = take_message(coordination, &message, status);
        free(message.bytes);
        wait = 0;
    }
    return ok;
}

/* Returns whether any worker is left. */
static bool look_after_workers(Coordination *coordination, Status *status) {
    const double now = clock_seconds();
    const bool was_stopped = now - coordination->looked > FARM_PAUSE_SECONDS;
    const bool beats = now - coordination->beat > FARM_HEARTBEAT_SECONDS;
    coordination->looked = now;
    coordination->beat = beats ? now : coordination->beat;
    int left = 0;
    for (int rank = 1; rank < mpi_size(coordination->mpi); rank++) {
        Worker *worker = &coordination->workers[rank];
        worker->heard = was_stopped ? now : worker->heard;
        if (beats) {
            mpi_send(coordination->mpi, rank, FARM_HEARTBEAT, NULL, 0);
        }
        const bool is_lost = mpi_rank_is_lost(coordination->mpi, rank);
        if (!worker->is_silent &&
            (is_lost || now - worker->heard > coordination->coordinator->timeout)) {
            worker->is_silent = true;
            give_up_on(coordination, rank, is_lost ? "is gone" : "is silent");
        }
        left += !worker->is_silent && !worker->has_left;
    }
    return left > 0 || status_fail(status, "all workers are lost");
}

/* Finds a job: one that has to be handed out again, or a new one. Returns its place in the list, or
 * the list's length. */
static size_t find_work(Coordination *coordination) {
    for (size_t i = 0; i < coordination->outstanding_count; i++) {
        if (coordination->outstanding[i].rank == NO_RANK) {
            return i;
        }
    }
    FarmJob job = {0};
    coordination->supply =
        coordination->coordinator->next_job(coordination->coordinator->context, &job);
    if (coordination->supply == FARM_JOB) {
        coordination->outstanding =
            memory_grow(coordination->outstanding, coordination->outstanding_count,
                        sizeof *coordination->outstanding);
        coordination->outstanding[coordination->outstanding_count] = (OutstandingJob){job, NO_RANK};
        return coordination->outstanding_count++;
    }
    return coordination->outstanding_count;
}

/* Gives each slot that waits a job, as far as there are jobs. */
static void hand_out(Coordination *coordination) {
    for (int rank = 1; rank < mpi_size(coordination->mpi); rank++) {
        Worker *worker = &coordination->workers[rank];
        while (worker->idle > 0 && !worker->is_silent && !worker->has_left) {
            const size_t place = find_work(coordination);
            if (place == coordination->outstanding_count) {
                return;
            }
            OutstandingJob *outstanding = &coordination->outstanding[place];
            outstanding->rank = rank;
            worker->idle--;
            farm_message_send(coordination->mpi, rank, FARM_DO, outstanding->job.number,
                              outstanding->job.bytes, outstanding->job.length);
        }
    }
}

/* Tells the workers to stop and receives their last messages: a large message that is not received
 * would keep its sender from exiting. Gives up on workers that do not answer. */
static void say_goodbye(const Coordination *coordination) {
    Mpi *mpi = coordination->mpi;
    const double end = clock_seconds() + fmax(coordination->coordinator->timeout, GOODBYE_SECONDS);
    int left = 0;
    for (int rank = 1; rank < mpi_size(mpi); rank++) {
        mpi_send(mpi, rank, FARM_END, NULL, 0);
        left += !coordination->workers[rank].is_silent && !coordination->workers[rank].is_done;
    }
    for (MpiMessage message; left > 0 && clock_seconds() < end;) {
        if (!mpi_wait(mpi, WAIT_SECONDS, &message)) {
            continue;
        }
        Worker *worker = &coordination->workers[message.from];
        left -= message.kind == FARM_BYE && !worker->is_silent;
        worker->is_done |= message.kind == FARM_BYE;
        free(message.bytes);
    }
    for (int rank = 1; rank < mpi_size(mpi); rank++) {
        if (!coordination->workers[rank].is_done) {
            mpi_give_up_rank(mpi, rank);
        }
    }
}

bool farm_coordinate(Mpi *mpi, const FarmCoordinator *coordinator, Status *status) {
    const int count = mpi_size(mpi);
    Coordination coordination = {.mpi = mpi,
                                 .coordinator = coordinator,
                                 .workers = memory_new((size_t)count, sizeof *coordination.workers),
                                 .supply = FARM_LATER};
    for (int rank = 0; rank < count; rank++) {
        coordination.workers[rank].heard = clock_seconds();
    }
    bool ok = true;
    while (ok && !coordinator->is_stopped(coordinator->context) &&
           (coordination.supply != FARM_NONE || coordination.outstanding_count > 0)) {
        ok = take_messages(&coordination, status) && look_after_workers(&coordination, status);
        if (ok) {
            hand_out(&coordination);
        }
    }
    say_goodbye(&coordination);
    while (coordination.outstanding_count > 0) {
        forget_job(&coordination, coordination.outstanding_count - 1);
    }
    free(coordination.outstanding);
    free(coordination.workers);
    return ok;
}
