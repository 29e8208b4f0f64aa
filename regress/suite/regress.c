/* Each suite runs in order, on a fresh engine, in the suite's folder: engines keep caches
 * from position to position, and the answers are those of the suite sent by hand. The jobs of the
 * pool are whole suites; the report keeps the order given. */
#include "regress/suite/regress.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "engine/base/clock.h"
#include "engine/base/command_line.h"
#include "engine/base/file.h"
#include "engine/base/member.h"
#include "engine/base/memory.h"
#include "engine/base/os/files.h"
#include "engine/base/os/system.h"
#include "engine/base/progress.h"
#include "engine/base/team.h"
#include "engine/cluster/pool/pool.h"
#include "page/report/page.h"
#include "regress/suite/report.h"
#include "regress/suite/suite_runner.h"

typedef struct {
    EngineSetup setup;
    const char *label; /* what the report calls the engine */
    Dialect dialect;
    regex_t filter;
    OptionList paths;
    const char *engine, *html, *log_path; /* NULL: not given */
    int jobs;
    bool has_filter, json, verbose;

    Interrupt interrupt;
    Pool pool;
    SuiteFile *files;
    size_t count;
    json_t *report;
    json_t *suites; /* of the report, in the order given; null: not done */
    size_t done;
    Progress progress;
} Regress;

static const char USAGE[] =
    "usage: dihedra regress [OPTION...] SUITE...\n"
    "\n"
    "Runs suites of regression tests on a GTP engine. A SUITE is a .tst file, or a folder of\n"
    "such files; each is run in its own folder by an engine of its own.\n";

static const char NOTES[] =
    "With --filter, commands that make positions are still sent; tests\n"
    "left out do not count. If the engine exits, hangs or sends garbage, the current test is in\n"
    "error and the engine is started again. Tests of commands that the engine does not know are\n"
    "unsupported, which is not a failure.\n"
    "\n"
    "Exit status: 0 if all suites could be read and no test was in error or failed\n"
    "unexpectedly, 1 otherwise, or if a report could not be written. 2 if an option is wrong, a\n"
    "report cannot be written there, the engine cannot be started, the log cannot be continued,\n"
    "or there is nothing to run. 128 + N after signal N.\n";

/* ---- Options ---- */

static const char *const DIALECTS[] = {
    [DIALECT_GNUGO] = "gnugo", [DIALECT_GOGUI] = "gogui", [DIALECT_GOGUI + 1] = NULL};

static bool read_filter(void *target, const char *name, char **values, Status *status) {
    Regress *r = target;
    const int error = regcomp(&r->filter, values[0], REG_EXTENDED | REG_NOSUB);
    if (error != 0) {
        char why[100];
        regerror(error, &r->filter, why, sizeof why);
        return status_fail(status, "%s: expected a regular expression, got '%.60s': %s", name,
                           values[0], why);
    }
    r->has_filter = true;
    return true;
}

// clang-format off
static const Option OPTIONS[] = {
    {.name = "SUITE", .is_required = true, OPTION_LIST_IN(Regress, paths)},
    {.name = "--engine", .argument = "COMMAND", OPTION_TEXT_IN(Regress, engine),
     .help = "the engine (default: this program)"},
    {.name = "--jobs", .alias = "-j", .argument = "N", .integer = {1, TEAM_MAX}, OPTION_INT_IN(Regress, jobs),
     .help = "suites run at a time (default 1); under mpirun those of each rank but the first, which hands out the "
             "suites"},
    {.name = "--resume", .argument = "FILE", OPTION_TEXT_IN(Regress, log_path),
     .help = "a log of the finished suites: continues it if engine, options and suites are the same, creates it if "
             "there is none"},
    {.name = "--dialect", .argument = "NAME", .names = DIALECTS, OPTION_NAME_IN(Regress, dialect),
     .help = "how expected answers are read: gnugo (default) or gogui"},
    {.name = "--filter", .argument = "REGEX", .kind = OPTION_CALL, .read = read_filter,
     .help = "runs only tests whose \"SUITE.tst:ID COMMAND\" matches"},
    {.name = "--timeout", .argument = "S", .real = {0.001, 1e6}, OPTION_REAL_IN(Regress, setup.timeout),
     .help = "seconds that any answer may take (default 600)"},
    {.name = "--json", OPTION_FLAG_IN(Regress, json),
     .help = "prints one JSON object instead of the text"},
    {.name = "--html", .argument = "FOLDER", OPTION_TEXT_IN(Regress, html),
     .help = "writes a page, index.html, with diagrams of the failed tests"},
    {.name = "--stderr", .argument = "FILE", OPTION_TEXT_IN(Regress, setup.error_path),
     .help = "appends the engines' standard error to the file (default: standard error, or nowhere if progress is "
             "shown on a terminal)"},
    {.name = "--verbose", OPTION_FLAG_IN(Regress, verbose), .help = "lists the passed tests too"},
    {0},
};
// clang-format on

const CommandHelp REGRESS_HELP = {
    "regress", "runs regression suites (.tst) on a GTP engine", USAGE, {OPTIONS}, NOTES};

/* ---- Suites ---- */

static bool read_suites(Regress *r, Status *status) {
    static const char *const ENDINGS[] = {".tst", NULL};
    bool ok = true;
    for (int i = 0; i < r->paths.count && ok; i++) {
        FileList files = {0};
        file_list_add_files(&files, r->paths.items[i], ENDINGS);
        for (int k = 0; k < files.count; k++) {
            r->files = memory_grow(r->files, r->count, sizeof *r->files);
            r->files[r->count++] = suite_read(files.items[k], r->dialect);
        }
        ok = files.count > 0 || file_fail(status, r->paths.items[i], "no .tst file in it");
        file_list_free(&files);
    }
    return ok;
}

/* `--stderr *.tst` would append to a suite. */
static bool check_no_suite(const char *option, const char *path, Status *status) {
    const size_t length = path == NULL ? 0 : strlen(path);
    return length <= 4 || strcmp(path + length - 4, ".tst") != 0 ||
           status_fail(status, "%s %.200s: the name of a suite", option, path);
}

/* ---- Selection ---- */

static bool is_wanted(const Regress *r, const SuiteFile *suite, const SuiteStep *step) {
    Text text =
        text_new("%s:%s%s%s", suite->name, step->id, step->id[0] == '\0' ? "" : " ", step->command);
    const bool is_wanted = !r->has_filter || regexec(&r->filter, text_get(&text), 0, NULL, 0) == 0;
    text_free(&text);
    return is_wanted;
}

/* Fails if there is nothing to run: a run without tests must not look like a success. A suite that
 * cannot be read is reported instead, unless options choose among the tests. */
static bool select_tests(Regress *r, Status *status) {
    size_t count = 0;
    bool readable = true;
    for (size_t i = 0; i < r->count; i++) {
        SuiteFile *suite = &r->files[i];
        readable = readable && suite->error == NULL;
        for (size_t k = 0; k < suite->count; k++) {
            SuiteStep *step = &suite->steps[k];
            step->is_selected = step->is_test && is_wanted(r, suite, step);
            count += step->is_selected;
        }
    }
    if (count == 0 && r->has_filter) {
        return status_fail(status, "no test matches --filter");
    }
    return count > 0 || !readable || status_fail(status, "no test (#? ...) in the given suites");
}

/* ---- The pool: its jobs are suites ---- */

static bool is_done(void *context, int64_t index) {
    return !json_is_null(json_array_get(((const Regress *)context)->suites, (size_t)index));
}

static bool run_suite(void *context, int slot, const PoolJob *job, Text *result, Status *status) {
    const Regress *r = context;
    (void)status;
    json_t *suite = suite_runner_run(&r->setup, &r->files[job->number], slot);
    json_add_text(json_new_packed("{s:{s:I, s:o}}", "entry", "suite", (json_int_t)job->number + 1,
                                  "report", suite),
                  result);
    return true;
}

/* Puts the suite of an entry into the report, if it is what suite_runner_run returns. */
static bool read_entry(void *context, const json_t *entry, Status *status) {
    Regress *r = context;
    const json_int_t number = json_integer_value(json_object_get(entry, "suite"));
    json_t *suite = json_object_get(entry, "report");
    const SuiteFile *file = number < 1 || (size_t)number > r->count ? NULL : &r->files[number - 1];
    if (file == NULL || !report_is_suite(suite) ||
        json_array_size(json_object_get(suite, "results")) != suite_count_tests(file) ||
        !json_is_array(json_object_get(suite, "problems")) ||
        strcmp(report_text(suite, "suite"), file->path) != 0) {
        return status_fail(status, "not a finished suite");
    }
    if (is_done(r, number - 1)) {
        return status_fail(status, "a suite that the log already holds");
    }
    json_array_set(r->suites, (size_t)number - 1, suite);
    r->done++;
    return true;
}

/* Moves a bar on a terminal, elsewhere prints a line. */
static bool show_suite(void *context, int64_t index, const json_t *entry, Status *status) {
    Regress *r = context;
    const json_t *suite = json_array_get(r->suites, (size_t)index);
    const size_t tests = json_array_size(json_object_get(suite, "results"));
    (void)entry, (void)status;
    progress_show(&r->progress, (double)r->done / (double)r->count, "%zu/%zu suite%s", r->done,
                  r->count, text_plural((int64_t)r->count));
    if (!r->progress.on_terminal) {
        progress_line(&r->progress, "%zu/%zu %s: %zu test%s, %d failed, %d in error, %.1f s",
                      r->done, r->count, report_text(suite, "suite"), tests,
                      text_plural((int64_t)tests), report_count(suite, TEST_FAILED),
                      report_count(suite, TEST_ERROR),
                      json_number_value(json_object_get(suite, "seconds")));
    }
    return true;
}

/* ---- Before the run ---- */

/* Returns the checksum of all that decides what is sent and how it is judged. */
static json_t *checksum(const SuiteFile *file) {
    char sum[16];
    Text text = {0};
    for (size_t i = 0; i < file->count; i++) {
        const SuiteStep *step = &file->steps[i];
        text_add(&text, "%d%d%d%d%d %s %s\n%s\n", step->is_test, step->is_selected,
                 step->expects_failure, step->is_ignored, step->error != NULL, step->id,
                 step->command, step->expected);
    }
    text_add(&text, "%s", file->error == NULL ? "" : file->error);
    snprintf(sum, sizeof sum, "%08lx",
             (unsigned long)crc32(0, (const Bytef *)text_get(&text), (uInt)text.length));
    text_free(&text);
    return json_new_text(sum);
}

/* Everything that must be the same for a log to be continued, and on all ranks. */
static json_t *settings_of(const Regress *r) {
    json_t *suites = json_new_array();
    for (size_t i = 0; i < r->count; i++) {
        json_add_value(suites,
                       json_new_packed("{s:o, s:o}", "path", json_new_text(r->files[i].path),
                                       "checksum", checksum(&r->files[i])));
    }
    return json_new_packed(
        "{s:i, s:o, s:o, s:o, s:s, s:o, s:o}", "dihedra_regress", 2, "engine",
        json_new_text(r->label), "name", json_new_text(report_text(r->report, "name")), "version",
        json_new_text(report_text(r->report, "version")), "dialect", DIALECTS[r->dialect],
        "timeout", json_new_figure(r->setup.timeout, 3), "suites", suites);
}

/* Each rank asks its own engine, so that all find out whether it is the same. The first checks that
 * the reports can be written, before a run that may take hours. */
static bool prepare(Regress *r, Status *status) {
    const FilePlace files[] = {{"--resume", r->log_path}, {"--stderr", r->setup.error_path}};
    bool ok =
        (!pool_is_first(&r->pool) || (file_check_apart(files, 2, status) &&
                                      (r->html == NULL || file_make_folder(r->html, status)))) &&
        check_no_suite("--resume", r->log_path, status) &&
        check_no_suite("--stderr", r->setup.error_path, status) && read_suites(r, status) &&
        select_tests(r, status) && interrupt_start(&r->interrupt, status);
    size_t i = 0; /* a suite that could be read, whose folder exists */
    while (i < r->count && r->files[i].error != NULL) {
        i++;
    }
    json_set_text(r->report, "engine", r->label);
    ok = ok &&
         suite_runner_introduce(&r->setup, i < r->count ? r->files[i].path : "", r->report, status);
    if (!pool_all_ok(&r->pool, ok, status)) {
        return false;
    }
    for (i = 0; i < r->count; i++) {
        json_add_value(r->suites, json_null());
    }
    json_set_value(r->report, "suites", json_incref(r->suites));
    r->pool.log_path = r->log_path;
    r->pool.count = (int64_t)r->count;
    json_t *settings = settings_of(r);
    ok = pool_open(&r->pool, settings, status);
    json_decref(settings);
    return ok;
}

/* ---- The command ---- */

/* Prints and writes the reports. Returns whether the run is a success. */
static bool report_all(const Regress *r) {
    Status status;
    size_t i;
    json_t *suite;
    bool ok = report_count(r->report, TEST_FAILED) + report_count(r->report, TEST_ERROR) == 0;
    json_array_foreach(r->suites, i, suite) {
        ok = ok && !json_is_true(json_object_get(suite, "unreadable"));
    }
    if (r->json) {
        json_print(json_incref(r->report), stdout);
    } else {
        report_print(r->report, r->verbose, stdout);
    }
    if (r->html != NULL) {
        Text path = text_new("%s/index.html", r->html);
        json_set_text(r->report, "kind", "suite");
        if (!page_save_report(text_get(&path), json_incref(r->report), &status)) {
            status_print("regress", &status);
            ok = false;
        }
        text_free(&path);
    }
    return ok;
}

/* Reads the suites, runs them on all ranks and reports on the first. Returns the exit status. */
static int run(Regress *r) {
    Status status;
    const double start = clock_seconds();
    const bool is_ready = prepare(r, &status);
    const bool ok = is_ready && pool_run(&r->pool, pool_slots(&r->pool, r->jobs), &status);
    progress_end(&r->progress);
    if (r->interrupt.signal != 0 && pool_is_first(&r->pool)) {
        status_warn("regress", "stopped by signal %d", r->interrupt.signal);
        return 128 + r->interrupt.signal;
    }
    if (!ok && pool_is_first(&r->pool)) {
        status_print("regress", &status);
    }
    if (!ok || !pool_is_first(&r->pool)) {
        return !is_ready ? 2 : ok ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    const struct tm utc = os_universal_time(time(NULL));
    char date[32];
    strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &utc);
    json_set_text(r->report, "date", date);
    json_set_figure(r->report, "seconds", clock_seconds() - start, 3);
    report_count_run(r->report);
    return report_all(r) ? EXIT_SUCCESS : EXIT_FAILURE;
}

int regress_main(int argc, char **argv) {
    static const LedgerKind KIND = {"regression run", "dihedra_regress"};
    Status status;
    char *own = command_line_own(argv[0], "");
    Regress r = {.label = argv[0],
                 .dialect = DIALECT_GNUGO,
                 .jobs = 1,
                 .report = json_new_object(),
                 .suites = json_new_array(),
                 .pool = {.context = &r,
                          .interrupt = &r.interrupt,
                          .kind = &KIND,
                          .is_done = is_done,
                          .work = run_suite,
                          .read_entry = read_entry,
                          .show = show_suite},
                 .progress = progress_start(false, 0)};
    r.setup = (EngineSetup){.command = own,
                            .error_path = r.progress.on_terminal ? OS_NULL_FILE : NULL,
                            .timeout = 600,
                            .interrupt = &r.interrupt};
    const OptionGroup groups[] = {{.options = OPTIONS, .target = &r}, {0}};
    int exit_status = 2;
    if (!option_read(groups, argc, argv, &status)) {
        exit_status = option_print_error("regress", &status);
    } else if (!pool_join(&r.pool, "regress", &status)) {
        status_print("regress", &status);
    } else {
        if (r.engine != NULL) {
            r.setup.command = r.label = r.engine;
        }
        exit_status = run(&r);
    }
    interrupt_finish(&r.interrupt);
    pool_leave(&r.pool);
    for (size_t i = 0; i < r.count; i++) {
        suite_free(&r.files[i]);
    }
    free(r.files);
    json_decref(r.suites);
    json_decref(r.report);
    if (r.has_filter) {
        regfree(&r.filter);
    }
    option_list_free(&r.paths);
    free(own);
    return exit_status;
}
