/* engine/cluster/farm/farm: jobs of a rank alone, and the messages. tests/ranks/ has several ranks.
 */
#include "engine/cluster/farm/farm.h"
#include "engine/cluster/farm/farm_message.h"

#include <criterion/criterion.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JOBS = 50, SLOTS = 4 };

/* Jobs are numbers, their results the squares. */
typedef struct {
    int next, done;
    int counts[JOBS]; /* how often the result of each was taken */
    int fail_at;      /* this job fails; JOBS: none */
    int full_at;      /* number of results after which none can be taken */
    int stop_at;      /* number of results after which it is stopped */
    _Atomic int leaves;
    char said[256];
} Field;

static FarmSupply take(void *context, FarmJob *job) {
    Field *field = context;
    if (field->next == JOBS) {
        return FARM_NONE;
    }
    Text bytes = {0};
    text_add(&bytes, "%d", field->next);
    *job = (FarmJob){field->next++, bytes.bytes, bytes.length};
    return FARM_JOB;
}

static bool put(void *context, int64_t number, const char *bytes, size_t length, Status *status) {
    Field *field = context;
    if (field->done == field->full_at) {
        return status_fail(status, "the field is full");
    }
    cr_assert_eq(atoi(bytes), (int)(number * number));
    cr_assert_eq(strlen(bytes), length);
    field->counts[number]++;
    field->done++;
    return true;
}

static bool is_stopped(void *context) {
    const Field *field = context;
    return field->done >= field->stop_at;
}

static void remark(void *context, const char *line) {
    Field *field = context;
    snprintf(field->said, sizeof field->said, "%s", line);
}

static bool work(void *context, int slot, const FarmJob *job, Text *result, Status *status) {
    const Field *field = context;
    cr_assert(slot >= 0 && slot < SLOTS);
    if (job->number == field->fail_at) {
        return status_fail(status, "job %d fails", (int)job->number);
    }
    const int number = atoi(job->bytes);
    text_add(result, "%d", number * number);
    return true;
}

static void stop(void *context) {
    (void)context;
}

static void leave(void *context, int slot) {
    (void)slot;
    Field *field = context;
    atomic_fetch_add(&field->leaves, 1);
}

static bool run(Field *field) {
    Status status;
    Mpi *mpi = mpi_open("a test", &status);
    cr_assert_not_null(mpi);
    const FarmCoordinator coordinator = {10, field, take, put, is_stopped, remark};
    const FarmWorker worker = {10, SLOTS, field, work, stop, NULL, leave};
    const bool ok = farm_run(mpi, &coordinator, &worker);
    mpi_close(mpi, 0);
    cr_assert_eq(atomic_load(&field->leaves), SLOTS);
    for (int i = 0; i < JOBS; i++) {
        cr_assert_leq(field->counts[i], 1);
    }
    return ok;
}

/* How many other jobs end before a failure is told depends on the scheduler: at most all. */
Test(farm, takes_each_result_once_to_its_end) {
    static const struct {
        int fail_at, full_at, stop_at;
        bool ok;
        int least, most; /* results */
        const char *said;
    } CASES[] = {{JOBS, JOBS, JOBS + 1, true, JOBS, JOBS, ""},
                 {12, JOBS, JOBS + 1, false, 0, JOBS - 1, "job 12 fails"},
                 {JOBS, 7, JOBS + 1, false, 7, 7, "the field is full"},
                 {JOBS, JOBS, 8, true, 8, 8, ""}};
    for (int i = 0; i < 4; i++) {
        Field field = {
            .fail_at = CASES[i].fail_at, .full_at = CASES[i].full_at, .stop_at = CASES[i].stop_at};
        cr_assert_eq(run(&field), CASES[i].ok, "case %d", i);
        cr_assert(field.done >= CASES[i].least && field.done <= CASES[i].most, "case %d: %d", i,
                  field.done);
        cr_assert_str_eq(field.said, CASES[i].said);
    }
}

Test(farm, messages_name_their_job) {
    Status status;
    Mpi *mpi = mpi_open("a test", &status);
    MpiMessage message;
    int64_t number;
    const char *bytes;
    size_t length;
    farm_message_send(mpi, 0, FARM_RESULT, INT64_C(1) << 40, "text", 4);
    cr_assert(mpi_receive(mpi, &message));
    cr_assert(farm_message_read(&message, &number, &bytes, &length));
    cr_assert_eq(number, INT64_C(1) << 40);
    cr_assert_eq(length, 4);
    cr_assert_eq(memcmp(bytes, "text", 4), 0);
    message.length = 7;
    cr_assert_not(farm_message_read(&message, &number, &bytes, &length));
    free(message.bytes);
    mpi_close(mpi, 0);
}
