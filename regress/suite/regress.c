#include "regress/suite/regress.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/number.h"
#include "engine/base/team.h"
#include "engine/base/text.h"
#include "regress/client/client.h"
#include "regress/suite/baseline.h"
#include "regress/suite/html.h"
#include "regress/suite/junit.h"
#include "regress/suite/print.h"
#include "regress/suite/run.h"

#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    RunOptions run;
    Dialect dialect;
    regex_t filter;
    const char *only_commands, *baseline, *junit, *html; /* NULL: not given */
    bool has_filter, json, verbose, help;
} Options;

static const char usage[] =
    "usage: dihedra regress [OPTION...] SUITE...\n"
    "\n"
    "Runs suites of regression tests on a GTP engine. A SUITE is a .tst file, or a folder of\n"
    "such files; each is run in its own folder by an engine of its own.\n"
    "\n"
    "  --engine COMMAND      the engine (default: this program)\n"
    "  -j, --jobs N          suites run at a time (default 1)\n"
    "  --dialect NAME        how expected answers are read: gnugo (default) or gogui\n"
    "  --filter REGEX        runs the tests whose \"SUITE.tst:ID COMMAND\" has a match\n"
    "  --only-commands LIST  runs the tests of these commands, such as attack,defend\n"
    "  --repeat K            runs each suite K times; tests that change their mind are unstable\n"
    "  --timeout S           seconds for any answer (default 600)\n"
    "  --baseline FILE       compares with what an earlier run printed with --json\n"
    "  --json                prints one JSON object in place of the text\n"
    "  --junit FILE          writes JUnit XML\n"
    "  --html FOLDER         writes pages with diagrams of the failed tests\n"
    "  --stderr FILE         appends the engines' standard error to the file; else it goes where\n"
    "                        that of dihedra goes, unless a terminal shows the progress there\n"
    "  --verbose             lists the passed tests too\n"
    "  --help                this text\n"
    "\n"
    "With --filter and --only-commands the commands that make positions are sent all the\n"
    "same; tests left out do not count. An engine that dies, hangs or babbles costs the\n"
    "test in hand and is started again. Tests of commands that the engine does not know are\n"
    "unsupported, which is no failure.\n"
    "\n"
    "Exit status: 0 where no test failed (but as expected) or was in error and all suites\n"
    "could be read; with --baseline where none failed that passed before and no new one\n"
    "failed. 1 where one did, or a report could not be written. 2 where an option is wrong,\n"
    "a report has no place to go, the engine cannot be started or nothing is left to run.\n"
    "128 + N after signal N.\n";

/* ---- Options ---- */

enum {
    ENGINE,
    ONLY,
    FILTER,
    DIALECT,
    REPEAT,
    TIMEOUT,
    BASELINE,
    JSON,
    JUNIT,
    HTML,
    ERRORS,
    VERBOSE
};

static const struct option long_options[] = {
    {"engine", required_argument, NULL, ENGINE},
    {"jobs", required_argument, NULL, 'j'},
    {"only-commands", required_argument, NULL, ONLY},
    {"filter", required_argument, NULL, FILTER},
    {"dialect", required_argument, NULL, DIALECT},
    {"repeat", required_argument, NULL, REPEAT},
    {"timeout", required_argument, NULL, TIMEOUT},
    {"baseline", required_argument, NULL, BASELINE},
    {"json", no_argument, NULL, JSON},
    {"junit", required_argument, NULL, JUNIT},
    {"html", required_argument, NULL, HTML},
    {"stderr", required_argument, NULL, ERRORS},
    {"verbose", no_argument, NULL, VERBOSE},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static bool read_count(const char *name, const char *text, int most, int *count, Status *status) {
    int64_t value;
    if (!number_read_integer(name, text, 1, most, &value, status)) {
        return false;
    }
    *count = (int)value;
    return true;
}

static bool read_dialect(const char *text, Dialect *dialect, Status *status) {
    *dialect = strcmp(text, "gogui") == 0 ? DIALECT_GOGUI : DIALECT_GNUGO;
    return *dialect == DIALECT_GOGUI || strcmp(text, "gnugo") == 0 ||
           status_fail(status, "--dialect: expected gnugo or gogui, got %.40s", text);
}

static bool read_filter(const char *text, Options *o, Status *status) {
    if (o->has_filter) {
        return status_fail(status, "--filter was given twice");
    }
    const int error = regcomp(&o->filter, text, REG_EXTENDED | REG_NOSUB);
    if (error != 0) {
        char why[100];
        regerror(error, &o->filter, why, sizeof why);
        return status_fail(status, "--filter: %.60s is no regular expression: %s", text, why);
    }
    o->has_filter = true;
    return true;
}

static bool read_option(int option, const char *value, Options *o, Status *status) {
    switch (option) {
    case ENGINE:
        o->run.engine = o->run.label = value;
        return true;
    case ONLY:
        o->only_commands = value;
        return true;
    case BASELINE:
        o->baseline = value;
        return true;
    case JUNIT:
        o->junit = value;
        return true;
    case HTML:
        o->html = value;
        return true;
    case ERRORS:
        o->run.error_path = value;
        return true;
    case JSON:
        return o->json = true;
    case VERBOSE:
        return o->verbose = true;
    case 'h':
        return o->help = true;
    case 'j':
        return read_count("-j", value, TEAM_MAX, &o->run.workers, status);
    case REPEAT:
        return read_count("--repeat", value, 1000, &o->run.repeats, status);
    case TIMEOUT:
        return number_read_real("--timeout", value, 0.001, 1e6, &o->run.timeout, status);
    case DIALECT:
        return read_dialect(value, &o->dialect, status);
    default:
        return read_filter(value, o, status);
    }
}

/* On success optind is the place of the first suite. */
static bool read_options(int argc, char **argv, Options *o, Status *status) {
    optind = 1;
    opterr = 0;
    for (;;) {
        const int option = getopt_long(argc, argv, ":hj:", long_options, NULL);
        if (option == -1) {
            return o->help || optind < argc || status_fail(status, "no suite was given");
        }
        if (option == ':') {
            return status_fail(status, "%.60s needs a value", argv[optind - 1]);
        }
        if (option == '?' && optopt > ' ' && optopt < 0x7F) { /* maybe one of several, as -xj */
            return status_fail(status, "-%c is no option", optopt);
        }
        if (option == '?') {
            return status_fail(status, "%.60s is no option", argv[optind - 1]);
        }
        if (!read_option(option, optarg, o, status)) {
            return false;
        }
    }
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
        return status_fail(status, "cannot read %.150s: %s", folder, strerror(errno));
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
    return count > 0 || status_fail(status, "%.150s has no .tst file", folder);
}

/* paths: NULL at the end. */
static bool read_suites(Suites *suites, char **paths, Dialect dialect, Status *status) {
    for (; *paths != NULL; paths++) {
        struct stat info;
        if (stat(*paths, &info) != 0 || !S_ISDIR(info.st_mode)) {
            add_suite(suites, *paths, dialect);
        } else if (!add_folder(suites, *paths, dialect, status)) {
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

static bool is_wanted(const Options *o, const SuiteFile *suite, const Step *step) {
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

static bool is_partial(const Options *o) {
    return o->has_filter || o->only_commands != NULL;
}

/* Fails where nothing is left to run: a run without tests must not pass for a good one. A suite
 * that cannot be read is reported instead, unless options choose among the tests. */
static bool select_tests(const Options *o, Suites *suites, Status *status) {
    size_t count = 0;
    bool readable = true;
    for (size_t i = 0; i < suites->count; i++) {
        SuiteFile *suite = &suites->files[i];
        readable = readable && suite->error == NULL;
        for (size_t k = 0; k < suite->count; k++) {
            Step *step = &suite->steps[k];
            step->is_selected = step->is_test && is_wanted(o, suite, step);
            count += step->is_selected;
        }
    }
    if (count == 0 && is_partial(o)) {
        return status_fail(status, "no test is what --filter and --only-commands ask for");
    }
    return count > 0 || !readable || status_fail(status, "no test (#? ...) in what was given");
}

/* ---- Progress ---- */

static void show_bar(const RunProgress *progress, void *context) {
    enum { WIDTH = 20 }; /* leaves room for 100,000 tests in 80 columns */
    static const char full[] = "####################";
    (void)context;
    const size_t filled =
        progress->tests == 0 ? WIDTH : WIDTH * progress->tests_done / progress->tests;
    const int seconds = (int)progress->seconds;
    fprintf(stderr, "\r[%-*.*s] %zu/%zu suites, %zu/%zu tests, %zu failed, %d:%02d\033[K", WIDTH,
            (int)filled, full, progress->suites_done, progress->suites, progress->tests_done,
            progress->tests, progress->failures, seconds / 60, seconds % 60);
}

static void show_line(const RunProgress *progress, void *context) {
    const Suite *suite = progress->finished;
    (void)context;
    if (suite != NULL) {
        fprintf(stderr, "%zu/%zu %s: %zu test%s, %d failed, %d in error, %.1f s\n",
                progress->suites_done, progress->suites, suite->path, suite->test_count,
                suite->test_count == 1 ? "" : "s", suite->counts[TEST_FAILED],
                suite->counts[TEST_ERROR], suite->seconds);
    }
}

/* ---- The whole ---- */

static int complain(const Status *status, int exit_status) {
    fprintf(stderr, "dihedra regress: %s\n", status->text);
    return exit_status;
}

/* Whether the run alone, without a baseline, has gone well. */
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

static void print_result(const Options *o, const Report *report, json_t *comparison) {
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

/* Prints and writes what was found out; the exit status. */
static int tell_result(const Options *o, const Report *report, const json_t *baseline) {
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

static int run_and_tell(const Options *o, const Suites *suites, const json_t *baseline) {
    Report report;
    Status status;
    int signal;
    const bool ok = run_suites(&o->run, suites->files, suites->count, &report, &signal, &status);
    if (o->run.progress == show_bar) {
        fputs("\r\033[K", stderr);
    }
    if (!ok) {
        return complain(&status, signal != 0 ? 128 + signal : 2);
    }
    const int exit_status = tell_result(o, &report, baseline);
    report_free(&report);
    return exit_status;
}

/* Can the reports be written, as far as can be told before a run that may take hours? */
static bool check_places(const Options *o, Status *status) {
    Status why;
    if (o->junit != NULL && !file_check_place(o->junit, &why)) {
        return status_fail(status, "cannot write %.150s: %.80s", o->junit, why.text);
    }
    return o->html == NULL || file_make_folder(o->html, status);
}

/* Reads what is to be run, and runs it. */
static int run_paths(Options *o, char **paths) {
    Status status;
    if (!check_places(o, &status)) {
        return complain(&status, 2);
    }
    Suites suites = {0};
    if (o->html == NULL) {
        o->run.scribe = NULL; /* nothing else shows positions */
    }
    json_t *baseline = o->baseline == NULL ? NULL : baseline_load(o->baseline, &status);
    if (o->baseline != NULL && baseline == NULL) {
        return complain(&status, 2);
    }
    int exit_status;
    if (!read_suites(&suites, paths, o->dialect, &status) || !select_tests(o, &suites, &status)) {
        exit_status = complain(&status, 2);
    } else {
        baseline_estimate(baseline, suites.files, suites.count);
        exit_status = run_and_tell(o, &suites, baseline);
    }
    free_suites(&suites);
    json_decref(baseline);
    return exit_status;
}

static Options default_options(const char *own, const char *scribe, const char *program,
                               bool on_terminal) {
    return (Options){
        .run = {.engine = own,
                .label = program,
                .scribe = scribe,
                .error_path = on_terminal ? "/dev/null" : NULL,
                .timeout = 600,
                .workers = 1,
                .repeats = 1,
                .progress = on_terminal ? show_bar : show_line},
        .dialect = DIALECT_GNUGO,
    };
}

int regress_main(int argc, char **argv) {
    Status status;
    char *own = client_own_command(argv[0], "");
    char *scribe = client_own_command(argv[0], "--memory 1");
    Options o = default_options(own, scribe, argv[0], isatty(STDERR_FILENO) == 1);
    int exit_status = EXIT_SUCCESS;
    if (!read_options(argc, argv, &o, &status)) {
        exit_status = complain(&status, 2);
    } else if (o.help) {
        fputs(usage, stdout);
    } else {
        exit_status = run_paths(&o, argv + optind);
    }
    if (o.has_filter) {
        regfree(&o.filter);
    }
    free(scribe);
    free(own);
    return exit_status;
}
