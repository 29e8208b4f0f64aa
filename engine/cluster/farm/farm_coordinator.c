/* The dispatcher of a farm: one loop over messages, with a list of the jobs that were handed out
 * and whose results are not in. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/cluster/farm/farm_message.h"

static const double WAIT_SECONDS = 0.02; /* for a message, before other things are looked at */

/* At least, for a worker to end its jobs when it is told to. */
static const double GOODBYE_SECONDS = 10;

enum { NOBODY = -1 };

typedef struct {
    FarmJob job;
    int rank; /* NOBODY: to be handed out again */
} Handed;

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
    Handed *handed;
    size_t handed_count;
    double beat;   /* when the last was sent */
    double looked; /* when the workers were last looked after */
    FarmSupply supply;
} Dispatch;

static void remark(const Dispatch *dispatch, int rank, const char *what) {
    char name[RANK_NAME_MAX], line[2 * RANK_NAME_MAX];
    mpi_rank_name(dispatch->mpi, rank, name);
    snprintf(line, sizeof line, "%s %s", name, what);
    dispatch->coordinator->remark(dispatch->coordinator->context, line);
}

/* Returns the place of a job in the list, or the list's length. */
static size_t find_job(const Dispatch *dispatch, int64_t number) {
    size_t i = 0;
    while (i < dispatch->handed_count && dispatch->handed[i].job.number != number) {
        i++;
    }
    return i;
}

static void forget_job(Dispatch *dispatch, size_t place) {
    free(dispatch->handed[place].job.bytes);
    dispatch->handed[place] = dispatch->handed[--dispatch->handed_count];
}

/* A result that is not awaited comes from a worker that was thought lost: another was faster. */
static bool take_result(Dispatch *dispatch, const MpiMessage *message, Status *status) {
    int64_t number;
    const char *bytes;
    size_t length;
    if (!farm_message_read(message, &number, &bytes, &length)) {
        return status_fail(status, "rank %d sent a result of %zu bytes", message->from,
                           message->length);
    }
    const size_t place = find_job(dispatch, number);
    if (place == dispatch->handed_count) {
        return true;
    }
    forget_job(dispatch, place);
    return dispatch->coordinator->put(dispatch->coordinator->context, number, bytes, length,
                                      status);
}

/* The jobs of a worker that is gone or silent have to be done by another. */
static void give_up_on(Dispatch *dispatch, int rank, const char *why) {
    int jobs = 0;
    for (size_t i = 0; i < dispatch->handed_count; i++) {
        if (dispatch->handed[i].rank == rank) {
            dispatch->handed[i].rank = NOBODY;
            jobs++;
        }
    }
    char what[RANK_NAME_MAX];
    snprintf(what, sizeof what, "%s: %d job%s of it will be handed out again", why, jobs,
             text_plural(jobs));
    remark(dispatch, rank, what);
}

static bool take_message(Dispatch *dispatch, const MpiMessage *message, Status *status) {
    Worker *worker = &dispatch->workers[message->from];
    worker->heard = clock_seconds();
    if (worker->is_silent) {
        worker->is_silent = false;
        remark(dispatch, message->from, "is back");
    }
    switch ((FarmKind)message->kind) {
    case FARM_ASK:
        worker->idle++;
        return true;
    case FARM_RESULT:
        worker->idle++;
        return take_result(dispatch, message, status);
    case FARM_LEAVE:
        worker->has_left = true;
        give_up_on(dispatch, message->from, "leaves");
        return true;
    case FARM_BYE: /* after its failure */
        worker->is_done = true;
        return true;
    case FARM_FAILURE: {
        char name[RANK_NAME_MAX];
        mpi_rank_name(dispatch->mpi, message->from, name);
        return status_fail(status, "%.80s: %.160s", name, message->bytes);
    }
    default:
        return true;
    }
}

/* Waits shortly for a message, and takes all that are there. */
static bool take_messages(Dispatch *dispatch, Status *status) {
    MpiMessage message;
    double wait = WAIT_SECONDS;
    bool ok = true;
    while (ok && mpi_wait(dispatch->mpi, wait, &message)) {
        ok = take_message(dispatch, &message, status);
        free(message.bytes);
        wait = 0;
    }
    return ok;
}

/* Returns whether any worker is left. */
static bool look_after_workers(Dispatch *dispatch, Status *status) {
    const double now = clock_seconds();
    const bool was_stopped = now - dispatch->looked > FARM_PAUSE_SECONDS;
    const bool beats = now - dispatch->beat > FARM_BEAT_SECONDS;
    dispatch->looked = now;
    dispatch->beat = beats ? now : dispatch->beat;
    int left = 0;
    for (int rank = 1; rank < mpi_size(dispatch->mpi); rank++) {
        Worker *worker = &dispatch->workers[rank];
        worker->heard = was_stopped ? now : worker->heard;
        if (beats) {
            mpi_send(dispatch->mpi, rank, FARM_BEAT, NULL, 0);
        }
        const bool is_lost = mpi_rank_is_lost(dispatch->mpi, rank);
        if (!worker->is_silent &&
            (is_lost || now - worker->heard > dispatch->coordinator->patience)) {
            worker->is_silent = true;
            give_up_on(dispatch, rank, is_lost ? "is gone" : "is silent");
        }
        left += !worker->is_silent && !worker->has_left;
    }
    return left > 0 || status_fail(status, "all workers are lost");
}

/* Finds a job: one that has to be handed out again, or a new one. Returns its place in the list, or
 * the list's length. */
static size_t find_work(Dispatch *dispatch) {
    for (size_t i = 0; i < dispatch->handed_count; i++) {
        if (dispatch->handed[i].rank == NOBODY) {
            return i;
        }
    }
    FarmJob job = {0};
    dispatch->supply = dispatch->coordinator->take(dispatch->coordinator->context, &job);
    if (dispatch->supply == FARM_JOB) {
        dispatch->handed =
            memory_grow(dispatch->handed, dispatch->handed_count, sizeof *dispatch->handed);
        dispatch->handed[dispatch->handed_count] = (Handed){job, NOBODY};
        return dispatch->handed_count++;
    }
    return dispatch->handed_count;
}

/* Gives each slot that waits a job, as far as there are jobs. */
static void hand_out(Dispatch *dispatch) {
    for (int rank = 1; rank < mpi_size(dispatch->mpi); rank++) {
        Worker *worker = &dispatch->workers[rank];
        while (worker->idle > 0 && !worker->is_silent && !worker->has_left) {
            const size_t place = find_work(dispatch);
            if (place == dispatch->handed_count) {
                return;
            }
            Handed *handed = &dispatch->handed[place];
            handed->rank = rank;
            worker->idle--;
            farm_message_send(dispatch->mpi, rank, FARM_DO, handed->job.number, handed->job.bytes,
                              handed->job.length);
        }
    }
}

/* Ends the workers' parts, and takes what they still say: a message of many bytes that nobody takes
 * would keep its sender from leaving. Who does not answer is given up. */
static void say_goodbye(const Dispatch *dispatch) {
    Mpi *mpi = dispatch->mpi;
    const double end = clock_seconds() + fmax(dispatch->coordinator->patience, GOODBYE_SECONDS);
    int left = 0;
    for (int rank = 1; rank < mpi_size(mpi); rank++) {
        mpi_send(mpi, rank, FARM_END, NULL, 0);
        left += !dispatch->workers[rank].is_silent && !dispatch->workers[rank].is_done;
    }
    for (MpiMessage message; left > 0 && clock_seconds() < end;) {
        if (!mpi_wait(mpi, WAIT_SECONDS, &message)) {
            continue;
        }
        Worker *worker = &dispatch->workers[message.from];
        left -= message.kind == FARM_BYE && !worker->is_silent;
        worker->is_done |= message.kind == FARM_BYE;
        free(message.bytes);
    }
    for (int rank = 1; rank < mpi_size(mpi); rank++) {
        if (!dispatch->workers[rank].is_done) {
            mpi_give_up_rank(mpi, rank);
        }
    }
}

bool farm_coordinate(Mpi *mpi, const FarmCoordinator *coordinator, Status *status) {
    const int count = mpi_size(mpi);
    Dispatch dispatch = {.mpi = mpi,
                         .coordinator = coordinator,
                         .workers = memory_new((size_t)count, sizeof *dispatch.workers),
                         .supply = FARM_LATER};
    for (int rank = 0; rank < count; rank++) {
        dispatch.workers[rank].heard = clock_seconds();
    }
    bool ok = true;
    while (ok && !coordinator->is_stopped(coordinator->context) &&
           (dispatch.supply != FARM_NONE || dispatch.handed_count > 0)) {
        ok = take_messages(&dispatch, status) && look_after_workers(&dispatch, status);
        if (ok) {
            hand_out(&dispatch);
        }
    }
    say_goodbye(&dispatch);
    while (dispatch.handed_count > 0) {
        forget_job(&dispatch, dispatch.handed_count - 1);
    }
    free(dispatch.handed);
    free(dispatch.workers);
    return ok;
}
