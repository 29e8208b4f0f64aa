#include "regress/suite/regress.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/options.h"
#include "engine/base/os/files.h"
#include "engine/base/os/system.h"
#include "engine/base/progress.h"
#include "engine/base/team.h"
#include "engine/base/text.h"
#include "regress/engine/engine_process.h"
#include "regress/suite/report/baseline.h"
#include "regress/suite/run.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    RunOptions run;
    Dialect dialect;
    regex_t filter;
    OptionList paths;
    const char *engine, *only_commands, *baseline, *junit, *html; /* NULL: not given */
    bool has_filter, json, verbose;

    SuiteFile *files;
    size_t count;
    json_t *earlier; /* the baseline; NULL: none */
    Progress progress;
} Regress;

static const char USAGE[] =
    "usage: dihedra regress [OPTION...] SUITE...\n"
    "\n"
    "Runs suites of regression tests on a GTP engine. A SUITE is a .tst file, or a folder of\n"
    "such files; each is run in its own folder by an engine of its own.\n";

static const char NOTES[] =
    "With --filter and --only-commands, commands that make positions are still sent; tests\n"
    "left out do not count. If the engine exits, hangs or sends garbage, the current test is in\n"
    "error and the engine is started again. Tests of commands that the engine does not know are\n"
    "unsupported, which is not a failure.\n"
    "\n"
    "Exit status: 0 if all suites could be read and no test was in error or failed\n"
    "unexpectedly; with --baseline, if all suites could be read and no test failed that is new\n"
    "or passed before. 1 otherwise, or if a report could not be written. 2 if an option is\n"
    "wrong, a report cannot be written there, the engine cannot be started, the log cannot be\n"
    "continued, or there is nothing to run. 128 + N after signal N.\n";

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

#define FIELD(member) offsetof(Regress, member)

// clang-format off
static const Option OPTIONS[] = {
    {.name = "SUITE", .kind = OPTION_LIST, .is_required = true, .offset = FIELD(paths)},
    {.name = "--engine", .argument = "COMMAND", .kind = OPTION_TEXT, .offset = FIELD(engine),
     .help = "the engine (default: this program)"},
    {.name = "--jobs", .alias = "-j", .argument = "N", .kind = OPTION_INT, .integer = {1, TEAM_MAX}, .offset = FIELD(run.workers),
     .help = "suites run at a time (default 1); under mpirun those of each rank but the first, which hands out the "
             "suites"},
    {.name = "--resume", .argument = "FILE", .kind = OPTION_TEXT, .offset = FIELD(run.log_path),
     .help = "a log of the finished suites: continues it if engine, options and suites are the same, creates it if "
             "there is none"},
    {.name = "--dialect", .argument = "NAME", .kind = OPTION_NAME, .names = DIALECTS, .offset = FIELD(dialect),
     .help = "how expected answers are read: gnugo (default) or gogui"},
    {.name = "--filter", .argument = "REGEX", .kind = OPTION_CALL, .read = read_filter,
     .help = "runs only tests whose \"SUITE.tst:ID COMMAND\" matches"},
    {.name = "--only-commands", .argument = "LIST", .kind = OPTION_TEXT, .offset = FIELD(only_commands),
     .help = "runs only tests of these commands, such as attack,defend"},
    {.name = "--repeat", .argument = "K", .kind = OPTION_INT, .integer = {1, 1000}, .offset = FIELD(run.repeats),
     .help = "runs each suite K times; tests whose outcome changes are unstable"},
    {.name = "--timeout", .argument = "S", .kind = OPTION_REAL, .real = {0.001, 1e6}, .offset = FIELD(run.timeout),
     .help = "seconds that any answer may take (default 600)"},
    {.name = "--baseline", .argument = "FILE", .kind = OPTION_TEXT, .offset = FIELD(baseline),
     .help = "compares with the --json output of an earlier run"},
    {.name = "--json", .kind = OPTION_FLAG, .offset = FIELD(json),
     .help = "prints one JSON object instead of the text"},
    {.name = "--junit", .argument = "FILE", .kind = OPTION_TEXT, .offset = FIELD(junit), .help = "writes JUnit XML"},
    {.name = "--html", .argument = "FOLDER", .kind = OPTION_TEXT, .offset = FIELD(html),
     .help = "writes a page, index.html, with diagrams of the failed tests"},
    {.name = "--stderr", .argument = "FILE", .kind = OPTION_TEXT, .offset = FIELD(run.error_path),
     .help = "appends the engines' standard error to the file (default: standard error, or nowhere if progress is "
             "shown on a terminal)"},
    {.name = "--verbose", .kind = OPTION_FLAG, .offset = FIELD(verbose), .help = "lists the passed tests too"},
    {0},
};
// clang-format on

const CommandHelp REGRESS_HELP = {
    "regress", "runs regression suites (.tst) on a GTP engine", USAGE, {OPTIONS}, NOTES};

/* ---- Suites ---- */

static void add_suite(Regress *r, const char *path) {
    r->files = memory_grow(r->files, r->count, sizeof *r->files);
    r->files[r->count++] = suite_read(path, r->dialect);
}

static bool is_suite_name(const char *name) {
    const size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".tst") == 0;
}

static bool add_folder(Regress *r, const char *folder, Status *status) {
    char **names = os_list_folder(folder);
    if (names == NULL) {
        return file_fail(status, folder, strerror(errno));
    }
    const size_t count = r->count;
    const char *separator = os_folder_length(folder) == strlen(folder) ? "" : "/";
    for (size_t i = 0; names[i] != NULL; i++) {
        if (is_suite_name(names[i])) {
            Text path = {0};
            text_add(&path, "%s%s%s", folder, separator, names[i]);
            add_suite(r, text_get(&path));
            text_free(&path);
        }
    }
    free(names);
    return r->count > count || file_fail(status, folder, "no .tst file in it");
}

static bool read_suites(Regress *r, Status *status) {
    for (int i = 0; i < r->paths.count; i++) {
        const char *path = r->paths.items[i];
        OsFileInfo info;
        if (!os_path_info(path, &info) || info.kind != OS_FILE_FOLDER) {
            add_suite(r, path);
        } else if (!add_folder(r, path, status)) {
            return false;
        }
    }
    return true;
}

/* A report or a log would replace a suite, perhaps one that is not to be run: `--junit *.tst`. */
static bool check_suites_apart(const Regress *r, Status *status) {
    const FilePlace written[] = {
        {"--junit", r->junit}, {"--resume", r->run.log_path}, {"--stderr", r->run.error_path}};
    bool ok = true;
    for (size_t k = 0; k < sizeof written / sizeof written[0]; k++) {
        if (written[k].path != NULL && is_suite_name(written[k].path)) {
            return status_fail(status, "%s %.200s: the name of a suite", written[k].name,
                               written[k].path);
        }
    }
    for (size_t i = 0; ok && i < r->count; i++) {
        const FilePlace suite = {r->files[i].path, r->files[i].path};
        ok = file_check_apart_from(written, sizeof written / sizeof written[0], &suite, 1, status);
    }
    return ok;
}

/* A log is of suites that are known: one that could not be read this time would keep the log from
 * being continued. */
static bool check_suites_of_log(const Regress *r, Status *status) {
    for (size_t i = 0; i < r->count && r->run.log_path != NULL; i++) {
        if (r->files[i].error != NULL) {
            return status_fail(status, "--resume: %.200s", r->files[i].error);
        }
    }
    return true;
}

/* ---- Selection ---- */

static bool is_wanted(const Regress *r, const SuiteFile *suite, const SuiteStep *step) {
    Text text = {0};
    text_add(&text, "%s:%s%s%s", suite->name, step->id, step->id[0] == '\0' ? "" : " ",
             step->command);
    const bool is_wanted =
        (r->only_commands == NULL || suite_lists_command(r->only_commands, ',', step->command)) &&
        (!r->has_filter || regexec(&r->filter, text_get(&text), 0, NULL, 0) == 0);
    text_free(&text);
    return is_wanted;
}

static bool is_partial(const Regress *r) {
    return r->has_filter || r->only_commands != NULL;
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
    if (count == 0 && is_partial(r)) {
        return status_fail(status, "no test matches --filter and --only-commands");
    }
    return count > 0 || !readable || status_fail(status, "no test (#? ...) in the given suites");
}

/* ---- Progress ---- */

/* Shows a bar on a terminal, elsewhere a line for each suite. context points to the Progress. */
static void show_progress(const RunProgress *run, void *context) {
    Progress *progress = context;
    const Suite *suite = run->finished;
    const double share = run->tests == 0 ? 1 : (double)run->tests_done / (double)run->tests;
    progress_show(progress, share, "%zu/%zu suite%s, %zu/%zu test%s, %zu failed", run->suites_done,
                  run->suites, text_plural((int64_t)run->suites), run->tests_done, run->tests,
                  text_plural((int64_t)run->tests), run->failures);
    if (suite != NULL && !progress->on_terminal) {
        progress_line(progress, "%zu/%zu %s: %zu test%s, %d failed, %d in error, %.1f s",
                      run->suites_done, run->suites, suite->path, suite->test_count,
                      text_plural((int64_t)suite->test_count), suite->counts[TEST_FAILED],
                      suite->counts[TEST_ERROR], suite->seconds);
    }
}

static void show_log_line(const char *line, void *context) {
    progress_line(context, "dihedra regress: %s", line);
}

/* ---- The command ---- */

static bool is_first(const Regress *r) {
    return mpi_rank(r->run.mpi) == 0;
}

/* What each rank does on its own. The first checks that the reports can be written, before a run
 * that may take hours; a suite will take as long as in the baseline, if it was run there. */
static bool prepare(Regress *r, Status *status) {
    const FilePlace files[] = {{"--junit", r->junit},
                               {"--resume", r->run.log_path},
                               {"--stderr", r->run.error_path},
                               {"--baseline", r->baseline}};
    if (is_first(r) &&
        (!file_check_apart(files, sizeof files / sizeof files[0], status) ||
         (r->junit != NULL && !file_check_place(r->junit, status)) ||
         (r->html != NULL && !file_make_folder(r->html, status)) ||
         (r->baseline != NULL && (r->earlier = baseline_load(r->baseline, status)) == NULL))) {
        return false;
    }
    const bool ok = read_suites(r, status) && check_suites_apart(r, status) &&
                    check_suites_of_log(r, status) && select_tests(r, status);
    for (size_t i = 0; i < r->count; i++) {
        const double seconds = baseline_seconds(r->earlier, r->files[i].path);
        r->files[i].estimate = seconds > 0 ? seconds : r->files[i].estimate;
    }
    return ok;
}

/* Prints and writes the reports. Returns whether the run is a success. */
static bool report_all(const Regress *r, const Report *report) {
    Status status;
    json_t *comparison =
        r->earlier == NULL ? NULL : baseline_compare(r->earlier, report, !is_partial(r));
    bool ok = comparison == NULL
                  ? report->counts[TEST_FAILED] == 0 && report->counts[TEST_ERROR] == 0
                  : baseline_count(comparison, "new_failures") == 0;
    for (size_t i = 0; i < report->suite_count; i++) {
        ok = ok && !report->suites[i].unreadable;
    }
    if (r->json) {
        json_t *object = report_to_json(report);
        if (comparison != NULL) {
            json_set_value(object, "comparison", json_incref(comparison));
        }
        json_print(object, stdout);
    } else {
        report_print(report, r->verbose, stdout);
        if (comparison != NULL) {
            baseline_print(comparison, stdout);
        }
    }
    json_decref(comparison);
    if (r->junit != NULL && !report_write_junit(report, r->junit, &status)) {
        status_print("regress", &status);
        ok = false;
    }
    if (r->html != NULL && !report_write_html(report, r->html, &status)) {
        status_print("regress", &status);
        ok = false;
    }
    return ok;
}

/* Reads the suites, runs them on all ranks and reports on the first. Returns the exit status. */
static int run(Regress *r) {
    Report report;
    Status status;
    int signal = 0;
    const bool is_ready = prepare(r, &status);
    bool ok = mpi_all_ok(r->run.mpi, is_ready, &status);
    if (ok) {
        ok = run_suites(&r->run, r->files, r->count, &report, &signal, &status);
        progress_end(&r->progress);
    }
    if (!ok && status.text[0] == '\0') {
        return EXIT_FAILURE;
    }
    if (!ok) {
        if (is_first(r)) {
            status_print("regress", &status);
        }
        return signal != 0 ? 128 + signal : 2;
    }
    ok = !is_first(r) || report_all(r, &report);
    report_free(&report);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

int regress_main(int argc, char **argv) {
    Status status;
    char *own = engine_process_own_command(argv[0], "");
    char *diagram_engine = engine_process_own_command(argv[0], "--memory 1");
    Regress r = {.dialect = DIALECT_GNUGO, .progress = progress_start(false, 0)};
    r.run = (RunOptions){.engine = own,
                         .label = argv[0],
                         .error_path = r.progress.on_terminal ? OS_NULL_FILE : NULL,
                         .timeout = 600,
                         .workers = 1,
                         .repeats = 1,
                         .progress = show_progress,
                         .log_line = show_log_line,
                         .context = &r.progress};
    const OptionGroup groups[] = {{.options = OPTIONS, .target = &r}, {0}};
    int exit_status = EXIT_SUCCESS;
    if (!option_read(groups, argc, argv, &status)) {
        exit_status = option_print_error("regress", &status);
    } else if ((r.run.mpi = mpi_open("regress", &status)) == NULL) {
        status_print("regress", &status);
        exit_status = 2;
    } else {
        r.run.dialect = DIALECTS[r.dialect];
        r.run.diagram_engine =
            r.html == NULL ? NULL : diagram_engine; /* only a page has positions */
        if (r.engine != NULL) {
            r.run.engine = r.run.label = r.engine;
        }
        exit_status = run(&r);
        mpi_close(r.run.mpi);
    }
    for (size_t i = 0; i < r.count; i++) {
        suite_free(&r.files[i]);
    }
    free(r.files);
    json_decref(r.earlier);
    if (r.has_filter) {
        regfree(&r.filter);
    }
    option_list_free(&r.paths);
    free(diagram_engine);
    free(own);
    return exit_status;
}
