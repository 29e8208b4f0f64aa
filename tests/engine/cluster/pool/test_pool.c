/* engine/cluster/pool: jobs of a rank alone. tests/ranks/ has several ranks. */
#include "engine/cluster/pool/pool.h"
#include "tests/support/program/temporary_path.h"

enum { JOBS = 50, SLOTS = 4 };

static const LedgerKind KIND = {"test run", "dihedra_test"};

/* Results are the squares of the jobs' numbers. */
typedef struct {
    int counts[JOBS]; /* how often the entry of each was read */
    int done;
    int fail_at; /* this job fails; JOBS: none */
    int full_at; /* number of results after which none is taken */
    int stop_at; /* number of results after which it is stopped */
    _Atomic int leaves;
    Interrupt interrupt;
    char message[16];
    Status status;
} Field;

static bool is_done(void *context, int64_t number) {
    return ((const Field *)context)->counts[number] > 0;
}

static const char *message(void *context, int64_t number, size_t *length) {
    Field *field = context;
    *length = (size_t)snprintf(field->message, sizeof field->message, "%d", (int)number);
    return field->message;
}

static bool work(void *context, int slot, const PoolJob *job, Text *result, Status *status) {
    const Field *field = context;
    const int number = atoi(job->bytes);
    cr_assert(slot >= 0 && slot < SLOTS && number == job->number);
    text_add(result, "{\"entry\":{\"job\":%d,\"square\":%d}}", number, number * number);
    return number != field->fail_at || status_fail(status, "job %d fails", number);
}

static void leave(void *context, int slot) {
    (void)slot;
    atomic_fetch_add(&((Field *)context)->leaves, 1);
}

static bool read_entry(void *context, const json_t *entry, Status *status) {
    Field *field = context;
    const json_int_t number = json_integer_value(json_object_get(entry, "job"));
    cr_assert_eq(json_integer_value(json_object_get(entry, "square")), number * number);
    if (field->done >= field->full_at) {
        return status_fail(status, "the field is full");
    }
    field->counts[number]++;
    if (++field->done >= field->stop_at) {
        interrupt_request(&field->interrupt);
    }
    return true;
}

static bool run(Field *field, const char *path) {
    Status status;
    json_t *settings = json_pack("{s:i}", "dihedra_test", 1);
    Pool pool = {.context = field,
                 .interrupt = &field->interrupt,
                 .kind = &KIND,
                 .log_path = path,
                 .count = JOBS,
                 .message = message,
                 .is_done = is_done,
                 .work = work,
                 .leave = leave,
                 .read_entry = read_entry};
    cr_assert(pool_join(&pool, "a test", &status) && pool_open(&pool, settings, &status), "%s",
              status.text);
    cr_assert_eq(pool_slots(&pool, 3), 3);
    const bool ok = pool_run(&pool, SLOTS, &field->status);
    pool_leave(&pool);
    json_decref(settings);
    cr_assert_eq(atomic_load(&field->leaves), SLOTS);
    for (int i = 0; i < JOBS; i++) {
        cr_assert_leq(field->counts[i], 1);
    }
    return ok;
}

/* How many other jobs end before a failure is seen depends on the scheduler: at most all. */
Test(pool, takes_each_result_once_to_its_end) {
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
        cr_assert_eq(run(&field, NULL), CASES[i].ok, "case %d", i);
        cr_assert(field.done >= CASES[i].least && field.done <= CASES[i].most, "case %d: %d", i,
                  field.done);
        cr_assert_str_eq(field.status.text, CASES[i].said);
    }
}

Test(pool, goes_on_from_its_log) {
    char path[TEMPORARY_PATH_MAX];
    temporary_path(path);
    cr_assert_not(run(&(Field){.fail_at = JOBS, .full_at = 20, .stop_at = JOBS + 1}, path));
    Field field = {.fail_at = JOBS, .full_at = JOBS, .stop_at = JOBS + 1};
    cr_assert(run(&field, path));
    cr_assert_eq(field.done, JOBS);
}
