#include "regress/suite/regress.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/options.h"
#include "engine/base/progress.h"
#include "engine/base/team.h"
#include "engine/base/text.h"
#include "regress/engine/engine_process.h"
#include "regress/suite/report/baseline.h"
#include "regress/suite/report/html.h"
#include "regress/suite/report/junit.h"
#include "regress/suite/report/print.h"
#include "regress/suite/run.h"

#include <dirent.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct {
    RunOptions run;
    Dialect dialect;
    regex_t filter;
    OptionList suites;
    const char *engine, *only_commands, *baseline, *junit, *html; /* NULL: not given */
    Progress progress;
    bool has_filter, json, verbose, help;
} RegressOptions;

static const char USAGE[] =
    "usage: dihedra regress [OPTION...] SUITE...\n"
    "\n"
    "Runs suites of regression tests on a GTP engine. A SUITE is a .tst file, or a folder of\n"
    "such files; each is run in its own folder by an engine of its own.\n"
    "\n";

static const char NOTES[] =
    "\n"
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
    RegressOptions *o = target;
    const int error = regcomp(&o->filter, values[0], REG_EXTENDED | REG_NOSUB);
    if (error != 0) {
        char why[100];
        regerror(error, &o->filter, why, sizeof why);
        return status_fail(status, "%s: expected a regular expression, got '%.60s': %s", name,
                           values[0], why);
    }
    o->has_filter = true;
    return true;
}

#define FIELD(member) offsetof(RegressOptions, member)

// clang-format off
static const Option OPTIONS[] = {
    {.name = "SUITE", .kind = OPTION_LIST, .is_required = true, .offset = FIELD(suites)},
    {.name = "--engine", .argument = "COMMAND", .kind = OPTION_TEXT, .offset = FIELD(engine),
     .help = "the engine (default: this program)"},
    {.name = "--jobs", .letter = "-j", .argument = "N", .kind = OPTION_INT, .whole = {1, TEAM_MAX}, .offset = FIELD(run.workers),
     .help = "suites run at a time (default 1); under mpirun those of each rank but the first, which hands out the "
             "suites"},
    {.name = "--per-node", .argument = "N", .kind = OPTION_INT, .whole = {1, TEAM_MAX}, .offset = FIELD(run.per_node),
     .help = "instead of -j: suites at a time on each machine, shared out among its ranks"},
    {.name = "--rank-timeout", .argument = "S", .kind = OPTION_REAL, .real = {1, 1e6}, .offset = FIELD(run.rank_timeout),
     .help = "under mpirun: seconds without a sign of life after which a rank counts as lost, and its suites are run "
             "by others (default 60)"},
    {.name = "--resume", .argument = "FILE", .kind = OPTION_TEXT, .offset = FIELD(run.log_path),
     .help = "a log of the finished suites: continues it if engine, options and suites are the same, creates it if "
             "there is none"},
    {.name = "--dialect", .argument = "NAME", .kind = OPTION_NAME, .names = DIALECTS, .offset = FIELD(dialect),
     .help = "how expected answers are read: gnugo (default) or gogui"},
    {.name = "--filter", .argument = "REGEX", .kind = OPTION_CALL, .read = read_filter,
     .help = "runs only tests whose \"SUITE.tst:ID COMMAND\" matches"},
    {.name = "--only-commands", .argument = "LIST", .kind = OPTION_TEXT, .offset = FIELD(only_commands),
     .help = "runs only tests of these commands, such as attack,defend"},
    {.name = "--repeat", .argument = "K", .kind = OPTION_INT, .whole = {1, 1000}, .offset = FIELD(run.repeats),
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
    {.name = "--help", .letter = "-h", .kind = OPTION_HELP, .offset = FIELD(help), .help = "this text"},
    {0},
};
// clang-format on

static bool read_options(int argc, char **argv, RegressOptions *o, Status *status) {
    const OptionGroup groups[] = {{OPTIONS, o, NULL}, {0}};
    if (!option_read(groups, argc, argv, status)) {
        return false;
    }
    if (o->engine != NULL) {
        o->run.engine = o->run.label = o->engine;
    }
    return true;
}

/* ---- Suites ---- */

typedef struct {
    SuiteFile *files;
    size_t count;
} Suites;

static void add_suite(Suites *suites, const char *path, Dialect dialect) {
    suites->files = memory_grow(suites->files, suites->count, sizeof *suites->files);
    suites->files[suites->count++] = suite_read(path, dialect);
}

static int is_suite_name(const struct dirent *entry) {
    const size_t length = strlen(entry->d_name);
    return length > 4 && strcmp(entry->d_name + length - 4, ".tst") == 0;
}

static bool add_folder(Suites *suites, const char *folder, Dialect dialect, Status *status) {
    struct dirent **entries;
    const int count = scandir(folder, &entries, is_suite_name, alphasort);
    if (count < 0) {
        return file_fail(status, folder, strerror(errno));
    }
    const size_t length = strlen(folder);
    for (int i = 0; i < count; i++) {
        Text path = {0};
        text_add(&path, "%s%s%s", folder, folder[length - 1] == '/' ? "" : "/", entries[i]->d_name);
        add_suite(suites, text_get(&path), dialect);
        text_free(&path);
        free(entries[i]);
    }
    free(entries);
    return count > 0 || file_fail(status, folder, "no .tst file in it");
}

static bool read_suites(Suites *suites, const RegressOptions *o, Status *status) {
    for (int i = 0; i < o->suites.count; i++) {
        const char *path = o->suites.items[i];
        struct stat info;
        if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode)) {
            add_suite(suites, path, o->dialect);
        } else if (!add_folder(suites, path, o->dialect, status)) {
            return false;
        }
    }
    return true;
}

static void free_suites(Suites *suites) {
    for (size_t i = 0; i < suites->count; i++) {
        suite_free(&suites->files[i]);
    }
    free(suites->files);
}

/* ---- Selection ---- */

static bool is_listed(const char *list, const char *command) {
    const size_t length = strcspn(command, " \t");
    for (;;) {
        const size_t end = strcspn(list, ",");
        if (end == length && strncmp(list, command, length) == 0) {
            return true;
        }
        if (list[end] == '\0') {
            return false;
        }
        list += end + 1;
    }
}

static bool is_wanted(const RegressOptions *o, const SuiteFile *suite, const SuiteStep *step) {
    if (o->only_commands != NULL && !is_listed(o->only_commands, step->command)) {
        return false;
    }
    if (!o->has_filter) {
        return true;
    }
    Text text = {0};
    text_add(&text, "%s:%s%s%s", suite->name, step->id, step->id[0] == '\0' ? "" : " ",
             step->command);
    const bool found = regexec(&o->filter, text_get(&text), 0, NULL, 0) == 0;
    text_free(&text);
    return found;
}

static bool is_partial(const RegressOptions *o) {
    return o->has_filter || o->only_commands != NULL;
}

/* Fails if there is nothing to run: a run without tests must not look like a success. A suite that
 * cannot be read is reported instead, unless options choose among the tests. */
static bool select_tests(const RegressOptions *o, Suites *suites, Status *status) {
    size_t count = 0;
    bool readable = true;
    for (size_t i = 0; i < suites->count; i++) {
        SuiteFile *suite = &suites->files[i];
        readable = readable && suite->error == NULL;
        for (size_t k = 0; k < suite->count; k++) {
            SuiteStep *step = &suite->steps[k];
            step->is_selected = step->is_test && is_wanted(o, suite, step);
            count += step->is_selected;
        }
    }
    if (count == 0 && is_partial(o)) {
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

static void show_remark(const char *line, void *context) {
    progress_line(context, "dihedra regress: %s", line);
}

/* ---- The command ---- */

static bool is_first(const RegressOptions *o) {
    return mpi_rank(o->run.mpi) == 0;
}

static int complain(const Status *status, int exit_status) {
    status_print("regress", status);
    return exit_status;
}

/* Is the run a success, regardless of a baseline? */
static bool is_good(const Report *report) {
    return report->counts[TEST_FAILED] == 0 && report->counts[TEST_ERROR] == 0;
}

static bool is_all_readable(const Report *report) {
    for (size_t i = 0; i < report->suite_count; i++) {
        if (report->suites[i].unreadable) {
            return false;
        }
    }
    return true;
}

static void print_result(const RegressOptions *o, const Report *report, json_t *comparison) {
    if (o->json) {
        json_t *object = print_json(report);
        if (comparison != NULL) {
            json_set_value(object, "comparison", json_incref(comparison));
        }
        json_print(object, stdout);
        return;
    }
    print_report(report, o->verbose, stdout);
    if (comparison != NULL) {
        baseline_print(comparison, stdout);
    }
}

/* Prints and writes the reports. Returns the exit status. */
static int tell_result(const RegressOptions *o, const Report *report, const json_t *baseline) {
    Status status;
    json_t *comparison =
        baseline == NULL ? NULL : baseline_compare(baseline, report, !is_partial(o));
    bool ok =
        is_all_readable(report) &&
        (comparison == NULL ? is_good(report) : baseline_count(comparison, "new_failures") == 0);
    print_result(o, report, comparison);
    json_decref(comparison);
    if (o->junit != NULL && !junit_write(report, o->junit, &status)) {
        ok = complain(&status, 1) == 0;
    }
    if (o->html != NULL && !html_write(report, o->html, &status)) {
        ok = complain(&status, 1) == 0;
    }
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Returns the exit status. Of the ranks the first alone tells anything. */
static int run_and_tell(RegressOptions *o, const Suites *suites, const json_t *baseline) {
    Report report;
    Status status;
    int signal;
    const bool ok = run_suites(&o->run, suites->files, suites->count, &report, &signal, &status);
    progress_end(&o->progress);
    if (!ok && status.text[0] == '\0') {
        return EXIT_FAILURE;
    }
    if (!ok) {
        const int exit_status = signal != 0 ? 128 + signal : 2;
        return is_first(o) ? complain(&status, exit_status) : exit_status;
    }
    const int exit_status = is_first(o) ? tell_result(o, &report, baseline) : EXIT_SUCCESS;
    report_free(&report);
    return exit_status;
}

/* Checks that the reports can be written, before a run that may take hours. */
static bool check_places(const RegressOptions *o, Status *status) {
    return (o->junit == NULL || file_check_place(o->junit, status)) &&
           (o->html == NULL || file_make_folder(o->html, status));
}

/* What each rank does on its own. */
static bool prepare(const RegressOptions *o, Suites *suites, json_t **baseline, Status *status) {
    if (is_first(o) && !check_places(o, status)) {
        return false;
    }
    if (is_first(o) && o->baseline != NULL &&
        (*baseline = baseline_load(o->baseline, status)) == NULL) {
        return false;
    }
    return read_suites(suites, o, status) && select_tests(o, suites, status);
}

/* A suite will take as long as in the baseline, if it was run there. */
static void estimate(Suites *suites, const json_t *baseline) {
    for (size_t i = 0; i < suites->count; i++) {
        SuiteFile *file = &suites->files[i];
        const double seconds = baseline_seconds(baseline, file->path);
        file->estimate = seconds > 0 ? seconds : file->estimate;
    }
}

/* Reads the suites and runs them. */
static int run_on_ranks(RegressOptions *o) {
    Status status;
    Suites suites = {0};
    json_t *baseline = NULL;
    int exit_status = 2;
    o->run.dialect = DIALECTS[o->dialect];
    if (o->html == NULL) {
        o->run.diagram_engine = NULL; /* nothing else shows positions */
    }
    const bool ok = prepare(o, &suites, &baseline, &status);
    if (mpi_all_ok(o->run.mpi, ok, &status)) {
        estimate(&suites, baseline);
        exit_status = run_and_tell(o, &suites, baseline);
    } else if (is_first(o)) {
        complain(&status, exit_status);
    }
    free_suites(&suites);
    json_decref(baseline);
    return exit_status;
}

static int run_paths(RegressOptions *o) {
    Status status;
    o->run.mpi = mpi_open("regress", &status);
    if (o->run.mpi == NULL) {
        return complain(&status, 2);
    }
    const int exit_status = run_on_ranks(o);
    mpi_close(o->run.mpi, exit_status);
    return exit_status;
}

static RegressOptions default_options(const char *own, const char *diagram_engine,
                                      const char *program) {
    const Progress progress = progress_start(false, 0);
    return (RegressOptions){
        .run = {.engine = own,
                .label = program,
                .diagram_engine = diagram_engine,
                .error_path = progress.on_terminal ? "/dev/null" : NULL,
                .timeout = 600,
                .workers = 1,
                .rank_timeout = 60,
                .repeats = 1,
                .progress = show_progress,
                .remark = show_remark},
        .dialect = DIALECT_GNUGO,
        .progress = progress,
    };
}

static void print_help(void) {
    fputs(USAGE, stdout);
    option_print_help(OPTIONS, stdout);
    fputs(NOTES, stdout);
}

int regress_main(int argc, char **argv) {
    Status status;
    char *own = engine_process_own_command(argv[0], "");
    char *diagram_engine = engine_process_own_command(argv[0], "--memory 1");
    RegressOptions o = default_options(own, diagram_engine, argv[0]);
    o.run.context = &o.progress;
    int exit_status = EXIT_SUCCESS;
    if (!read_options(argc, argv, &o, &status)) {
        exit_status = option_print_error("regress", &status);
    } else if (o.help) {
        print_help();
    } else {
        exit_status = run_paths(&o);
    }
    if (o.has_filter) {
        regfree(&o.filter);
    }
    option_list_free(&o.suites);
    free(diagram_engine);
    free(own);
    return exit_status;
}
