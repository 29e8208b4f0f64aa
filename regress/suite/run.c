#include "regress/suite/run.h"
#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/base/os/system.h"
#include "engine/base/team.h"
#include "engine/cluster/pool/pool.h"
#include "regress/suite/suite_entry.h"
#include "regress/suite/suite_runner.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A run. The pool hands out suites and hands back their entries, one at a time; the mutex guards
 * the progress, which tests report too if they run in this process. */
typedef struct {
    const RunOptions *options;
    const SuiteFile *files;
    Mpi *mpi;
    SuiteRunnerSetup setup;
    Interrupt interrupt;
    Report *report;
    bool *is_done;  /* [index of a suite]: it is in the report */
    int64_t *order; /* indices of suites in the order in which they are run */
    Pool pool;
    pthread_mutex_t mutex;
    RunProgress progress;
} Run;

static const LedgerKind KIND = {"regression run", "dihedra_regress"};

/* ---- Progress ---- */

static bool is_alone(const Run *run) {
    return mpi_size(run->mpi) == 1;
}

/* finished: a suite has just ended; NULL: only tests have. */
static void add_progress(Run *run, size_t tests, size_t failures, const Suite *finished) {
    pthread_mutex_lock(&run->mutex);
    run->progress.tests_done += tests;
    run->progress.failures += failures;
    run->progress.suites_done += finished != NULL;
    run->progress.finished = finished;
    run->options->progress(&run->progress, run->options->context);
    pthread_mutex_unlock(&run->mutex);
}

/* Other ranks' tests are shown when their suite ends. */
static void show_test(void *context, const Test *test) {
    if (is_alone(context)) {
        add_progress(context, 1, test_is_bad(test), NULL);
    }
}

/* are_shown: its tests have been shown one by one. */
static void show_finished(Run *run, const Suite *suite, bool are_shown) {
    size_t tests = 0, failures = 0;
    for (size_t i = 0; i < suite->test_count && !are_shown; i++) {
        tests += (size_t)suite->tests[i].runs;
        failures += test_is_bad(&suite->tests[i]);
    }
    add_progress(run, tests, failures, suite);
}

/* ---- Results of suites ---- */

static bool is_done(void *context, int64_t index) {
    return ((const Run *)context)->is_done[index];
}

/* Puts the suite of an entry into the report. */
static bool read_entry(void *context, const json_t *entry, Status *status) {
    Run *run = context;
    Report *report = run->report;
    size_t index;
    Suite suite;
    if (!suite_entry_read(entry, run->files, report->suite_count, &index, &suite, status)) {
        return false;
    }
    if (run->is_done[index]) {
        report_free_suite(&suite);
        return status_fail(status, "a suite that the log already holds");
    }
    report->suites[index] = suite;
    run->is_done[index] = true;
    return true;
}

static bool show_suite(void *context, int64_t index, const json_t *entry, Status *status) {
    Run *run = context;
    (void)entry, (void)status;
    show_finished(run, &run->report->suites[index], is_alone(run));
    return true;
}

static bool is_stopped(void *context) {
    Run *run = context;
    return interrupt_requested(&run->interrupt);
}

static void log_line(void *context, const char *line) {
    Run *run = context;
    run->options->log_line(line, run->options->context);
}

/* ---- The workers: suites run ---- */

static bool run_suite(void *context, int slot, const PoolJob *job, Text *result, Status *status) {
    (void)status;
    Run *run = context;
    Suite suite = suite_runner_run(&run->setup, &run->files[job->number], slot);
    json_t *entry = suite_entry_new((size_t)job->number + 1, &suite);
    json_add_text(json_new_packed("{s:o}", "entry", entry), result);
    report_free_suite(&suite);
    return true;
}

static void stop_suites(void *context) {
    Run *run = context;
    interrupt_request(&run->interrupt);
}

/* ---- The run ---- */

/* Starts the engine once, to find out whether it works and which commands it knows. It runs in the
 * folder of a suite that could be read, so that the folder exists. */
static bool introduce_engine(Run *run, Status *status) {
    SuiteSession session;
    Report *report = run->report;
    size_t i = 0;
    while (i < report->suite_count && run->files[i].error != NULL) {
        i++;
    }
    suite_session_open(&session, &run->setup.engine, &run->interrupt, 0,
                       i < report->suite_count ? run->files[i].path : "");
    const bool ok =
        suite_session_revive(&session, status) && engine_client_introduce(&session.client, status);
    if (ok) {
        report->engine_name = memory_copy(session.client.name);
        report->engine_version = memory_copy(session.client.version);
        run->setup.engine.knows_cputime = suite_session_says_known(&session, "cputime", "true");
        run->setup.engine.knows_stones =
            suite_session_says_known(&session, "query_boardsize", "true") &&
            suite_session_says_known(&session, "list_stones", "true");
    }
    suite_session_close(&session);
    return ok;
}

/* The longest first: a long suite begun last would leave the other workers idle. */
static int64_t *order_suites(const SuiteFile *files, size_t count) {
    int64_t *order = memory_new(count, sizeof *order);
    for (size_t i = 0; i < count; i++) {
        size_t place = i;
        for (; place > 0 && files[order[place - 1]].estimate < files[i].estimate; place--) {
            order[place] = order[place - 1];
        }
        order[place] = (int64_t)i;
    }
    return order;
}

static void open_run(Run *run, size_t count) {
    Report *report = run->report;
    const RunOptions *options = run->options;
    *report = (Report){.engine = memory_copy(options->label), .suite_count = count};
    report->suites = memory_new(count, sizeof *report->suites);
    run->is_done = memory_new(count, sizeof *run->is_done);
    run->order = order_suites(run->files, count);
    run->pool = (Pool){.mpi = run->mpi,
                       .context = run,
                       .kind = &KIND,
                       .log_path = options->log_path,
                       .count = (int64_t)count,
                       .order = run->order,
                       .is_done = is_done,
                       .work = run_suite,
                       .stop = stop_suites,
                       .is_stopped = is_stopped,
                       .read_entry = read_entry,
                       .show = show_suite,
                       .log = log_line,
                       .ledger = {.file = -1}};
    run->progress.suites = count;
    for (size_t i = 0; i < count; i++) {
        run->progress.tests += suite_count_tests(&run->files[i]) * (size_t)options->repeats;
    }
    run->setup = (SuiteRunnerSetup){
        .engine = {options->engine, options->error_path, options->timeout, false, false},
        .diagram_engine = {options->diagram_engine, OS_NULL_FILE, options->timeout, false, true},
        .repeats = options->repeats,
        .interrupt = &run->interrupt,
        .tell = show_test,
        .context = run,
    };
}

static void add_up(Report *report, double start) {
    for (size_t i = 0; i < report->suite_count; i++) {
        const Suite *suite = &report->suites[i];
        for (int outcome = 0; outcome < TEST_OUTCOMES; outcome++) {
            report->counts[outcome] += suite->counts[outcome];
        }
        report->problem_count += suite->problem_count;
        report->cpu_seconds += suite->cpu_seconds;
    }
    report->seconds = clock_seconds() - start;
}

/* Everything that must be the same for a log to be continued, and on all ranks. */
static json_t *settings_of(const Run *run) {
    const RunOptions *options = run->options;
    return json_new_packed("{s:i, s:o, s:o, s:o, s:s, s:o, s:i, s:b, s:o}", "dihedra_regress", 1,
                           "engine", json_new_text(options->label), "name",
                           json_new_text(run->report->engine_name), "version",
                           json_new_text(run->report->engine_version), "dialect", options->dialect,
                           "timeout", json_new_figure(options->timeout, 3), "repeat",
                           options->repeats, "positions", options->diagram_engine != NULL, "suites",
                           suite_entry_settings(run->files, run->report->suite_count));
}

/* Each rank asks its own engine, so that all find out whether it is the same. */
static bool prepare(Run *run, Status *status) {
    const bool ok = introduce_engine(run, status);
    if (!mpi_all_ok(run->mpi, ok, status)) {
        return false;
    }
    json_t *settings = settings_of(run);
    const bool is_ready = pool_open(&run->pool, settings, status);
    json_decref(settings);
    for (size_t i = 0; is_ready && i < run->report->suite_count; i++) {
        if (run->is_done[i]) {
            show_finished(run, &run->report->suites[i], false);
        }
    }
    return is_ready;
}

bool run_suites(const RunOptions *options, const SuiteFile *files, size_t count, Report *report,
                int *signal, Status *status) {
    Mpi *alone = options->mpi == NULL ? mpi_open("", status) : NULL;
    if (options->mpi == NULL && alone == NULL) {
        return false;
    }
    Run run = {.options = options,
               .files = files,
               .mpi = alone == NULL ? options->mpi : alone,
               .report = report,
               .pool = {.ledger = {.file = -1}},
               .mutex = PTHREAD_MUTEX_INITIALIZER};
    const double start = clock_seconds();
    *signal = 0;
    open_run(&run, count);
    const bool is_started = interrupt_start(&run.interrupt, status);
    bool ok = mpi_all_ok(run.mpi, is_started, status) && prepare(&run, status);
    if (ok) {
        status->text[0] = '\0'; /* failures from now on go to log_line */
        if (mpi_rank(run.mpi) == 0) {
            options->progress(&run.progress, options->context);
        }
        ok = pool_run(&run.pool, pool_slots(run.mpi, options->workers));
        add_up(report, start);
    }
    if (is_started) {
        interrupt_finish(&run.interrupt);
    }
    pool_close(&run.pool);
    free(run.is_done);
    free(run.order);
    if (run.interrupt.signal != 0 && mpi_rank(run.mpi) == 0) {
        *signal = run.interrupt.signal;
        ok = status_fail(status, "stopped by signal %d", *signal);
    }
    if (!ok) {
        report_free(report);
    }
    if (alone != NULL) {
        mpi_close(alone);
    }
    return ok;
}
