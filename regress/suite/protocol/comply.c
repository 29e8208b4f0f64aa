/* `dihedra comply`. The report has the form of a regression run (suite/report.h) of one suite. Its
 * results have beside that meaning and levels; advice is "ignored", a check that was skipped
 * "unsupported" with the reason in message. The run has levels: key, name, ready, because and
 * without, the last two lists of texts. */
#include "regress/suite/regress.h"

#include "engine/base/clock.h"
#include "engine/base/command_line.h"
#include "engine/base/file.h"
#include "engine/base/member.h"
#include "engine/base/os/system.h"
#include "engine/base/progress.h"
#include "page/report/page.h"
#include "regress/suite/protocol/probe.h"
#include "regress/suite/report.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
static const unsigned char GTP_TEXT[] = {
#include "regress/suites/comply/framing.tst.inc"
#include "regress/suites/comply/commands.tst.inc"
#include "regress/suites/comply/rules.tst.inc"
#include "regress/suites/comply/records.tst.inc"
#include "regress/suites/comply/clock.tst.inc"
#include "regress/suites/comply/analyze.tst.inc"
#include "regress/suites/comply/clients.tst.inc"
#include "regress/suites/comply/stress.tst.inc"
};
// clang-format on

typedef struct {
    const char *command; /* of the engine; NULL: this program */
    const char *only, *html, *error_path;
    double timeout;
    bool json, verbose, lists;
} ComplyOptions;

static const char USAGE[] =
    "usage: dihedra comply [OPTION...] [COMMAND]\n"
    "\n"
    "Checks whether a Go engine follows the Go Text Protocol, version 2 (draft 2), and what\n"
    "clients and servers rely on beyond it. COMMAND starts the engine, such as \"gnugo --mode\n"
    "gtp\"; without it this program is checked. For each check that fails it shows what was sent,\n"
    "what came and what should have come, and says for which clients the engine is ready.\n";

static const char NOTES[] =
    "A check is skipped if the engine does not list the commands that it needs. An engine that\n"
    "hangs or ends is started again, and the check fails. Where a check is not about the command\n"
    "that is not answered in time, the report says so and the check goes on. Advice is about\n"
    "customs that no specification demands, and costs nothing. Checks for clients need the core,\n"
    "too.\n"
    "\n"
    "Exit status: 0 if no check failed, 1 if one did or a report could not be written, 2 if an\n"
    "option is wrong or the engine cannot be started, 128 + N after signal N.\n";

// clang-format off
static const Option OPTIONS[] = {
    {.name = "COMMAND", OPTION_TEXT_IN(ComplyOptions, command)},
    {.name = "--only", .argument = "NAME", OPTION_TEXT_IN(ComplyOptions, only),
     .help = "runs only checks of this name, group or level, such as rules.ko, play or cgos"},
    {.name = "--timeout", .argument = "S", .real = {0.1, 1e6}, OPTION_REAL_IN(ComplyOptions, timeout),
     .help = "seconds that any answer may take (default 30)"},
    {.name = "--list", OPTION_FLAG_IN(ComplyOptions, lists),
     .help = "lists the checks with their sources and levels, and runs none"},
    {.name = "--json", OPTION_FLAG_IN(ComplyOptions, json), .help = "prints one JSON object instead of the text"},
    {.name = "--html", .argument = "FILE", OPTION_TEXT_IN(ComplyOptions, html), .help = "writes a page"},
    {.name = "--stderr", .argument = "FILE", OPTION_TEXT_IN(ComplyOptions, error_path),
     .help = "appends the engine's standard error to the file (default: dropped)"},
    {.name = "--verbose", OPTION_FLAG_IN(ComplyOptions, verbose), .help = "shows passed and skipped checks too"},
    {0},
};
// clang-format on

const CommandHelp COMPLY_HELP = {"comply",
                                 "checks how well an engine speaks GTP, and for which clients",
                                 USAGE,
                                 {OPTIONS},
                                 NOTES};

/* ---- The report ---- */

enum { SHOWN_BYTES = 1500, SHOWN_ITEMS = 8 }; /* of a long text or list */

/* Returns the result of the check that has just run, whose head this is. */
static json_t *result_of(const SuiteStep *head, const Probe *probe, double seconds) {
    const bool has_failed = probe->expected.length > 0, is_skipped = probe->skipped.length > 0;
    const TestOutcome outcome =
        has_failed   ? probe_has_word(probe->levels, "advice") ? TEST_IGNORED : TEST_FAILED
        : is_skipped ? TEST_UNSUPPORTED
                     : TEST_PASSED;
    json_t *result = json_new_packed(
        "{s:i, s:s, s:s, s:s, s:b, s:s, s:o, s:o, s:s}", "line", head->line, "id", head->id,
        "meaning", head->command, "levels", probe->levels, "refused", false, "outcome",
        test_outcome_name(outcome), "message",
        json_new_text(outcome == TEST_UNSUPPORTED ? probe->skipped.bytes : probe->slow.bytes),
        "seconds", json_new_figure(seconds, 3), "command", "");
    const struct {
        const char *key;
        const Text *text;
    } shown[] = {{"setup", &probe->sent}, {"answer", &probe->came}, {"expected", &probe->expected}};
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
        const bool is_long = has_failed && i < 2 && shown[i].text->length > SHOWN_BYTES;
        Text text = text_new("%.*s%s", is_long ? SHOWN_BYTES : INT_MAX,
                             has_failed ? text_get(shown[i].text) : "", is_long ? " ..." : "");
        json_set_text(result, shown[i].key, text.bytes);
        text_free(&text);
    }
    return result;
}

/* Adds what the engine does not list of the commands: to without if it says what is then missing,
 * else to because. */
static void add_missing(const char *commands, const char *listed, json_t *because,
                        json_t *without) {
    char names[160], lack[160];
    Text missing = {0};
    for (int length; sscanf(commands, " %159[^=,]%n", names, &length) == 1;
         commands += *commands == ',') {
        commands += length;
        const bool may_lack = sscanf(commands, "=%159[^,]%n", lack, &length) == 1;
        commands += may_lack ? length : 0;
        if (probe_has_word(listed, names)) {
            continue;
        }
        if (may_lack) {
            json_add_value(without, json_sprintf("%s (%s)", lack, names));
        } else {
            text_add(&missing, "%s %s", missing.length == 0 ? "it does not list" : " or", names);
        }
    }
    if (missing.length > 0) {
        json_add_value(because,
                       json_new_text(*listed == '\0' ? "it lists no commands" : missing.bytes));
    }
    text_free(&missing);
}

/* Returns what the engine is ready for, once all checks have run: by the lines "#level KEY; NAME;
 * LEVELS|OF|CHECKS THAT COUNT; COMMANDS". */
static json_t *find_levels(const json_t *results, const Probe *probe) {
    json_t *levels = json_new_array(), *result;
    char key[16], name[40], counts[40];
    for (size_t i = 0; i < probe->suite->count; i++) {
        int length = 0;
        const char *line = probe->suite->steps[i].command;
        if (sscanf(line, "#level %15[^;]; %39[^;]; %39[^;];%n", key, name, counts, &length) != 3) {
            continue;
        }
        json_t *because = json_new_array(), *without = json_new_array();
        size_t k;
        add_missing(line + length, text_get(&probe->commands), because, without);
        json_array_foreach(results, k, result) {
            if (test_is_bad(result) && probe_has_word(report_text(result, "levels"), counts)) {
                json_add_value(because, json_new_text(report_text(result, "id")));
            }
        }
        json_add_value(levels, json_new_packed("{s:s, s:s, s:b, s:o, s:o}", "key", key, "name",
                                               name, "ready", json_array_size(because) == 0,
                                               "because", because, "without", without));
    }
    return levels;
}

/* ---- Text ---- */

/* Prints a text with control characters as references, each line below the first indented. */
static void print_shown(const json_t *result, const char *label, const char *key) {
    const char *text = report_text(result, key);
    printf("    %-9s %s", label, *text == '\0' ? "(nothing)" : "");
    for (; *text != '\0' && strcmp(text, "\n") != 0; text++) {
        const unsigned char c = (unsigned char)*text;
        printf(c == '\n' ? "\n              " : c < ' ' || c >= 0x7F ? "\\x%02x" : "%c", c);
    }
    printf("\n");
}

/* Prints failures, advice and who can use the engine; the other checks too if is_verbose. */
static void print_report(const json_t *report, bool is_verbose) {
    const json_t *results =
        json_object_get(json_array_get(json_object_get(report, "suites"), 0), "results");
    const char *name = report_text(report, "name"), *version = report_text(report, "version");
    name = *name == '\0' ? report_text(report, "engine") : name;
    size_t i;
    json_t *result, *level;
    json_array_foreach(results, i, result) {
        const bool is_found = *report_text(result, "expected") != '\0';
        const char *message = report_text(result, "message");
        const bool is_slow =
            *message != '\0' && strcmp(report_text(result, "outcome"), "unsupported") != 0;
        if (is_verbose || is_found || is_slow) {
            printf("%s  %s: %s%s%s\n",
                   is_found && !test_is_bad(result) ? "advice" : report_text(result, "outcome"),
                   report_text(result, "id"), report_text(result, "meaning"),
                   *message == '\0' ? "" : ": ", message);
        }
        if (is_found) {
            print_shown(result, "sent", "setup");
            print_shown(result, "came", "answer");
            print_shown(result, "expected", "expected");
        }
    }
    text_print(name, stdout);
    text_print(*version == '\0' ? "" : " ", stdout);
    text_print(version, stdout);
    printf(": %zu checks, %d passed, %d failed, %d skipped, %d advice; %.1f s\n",
           json_array_size(results), report_count(report, TEST_PASSED),
           report_count(report, TEST_FAILED), report_count(report, TEST_UNSUPPORTED),
           report_count(report, TEST_IGNORED),
           json_number_value(json_object_get(report, "seconds")));
    json_array_foreach(json_object_get(report, "levels"), i, level) {
        const bool is_ready = json_is_true(json_object_get(level, "ready"));
        const json_t *list = json_object_get(level, is_ready ? "without" : "because");
        const size_t count = json_array_size(list);
        printf("ready for %s: %s", report_text(level, "name"), is_ready ? "yes" : "no");
        for (size_t k = 0; k < count && k < SHOWN_ITEMS; k++) {
            printf("%s%s",
                   k > 0      ? ", "
                   : is_ready ? ", without "
                              : ", because: ",
                   json_string_value(json_array_get(list, k)));
        }
        if (count > SHOWN_ITEMS) {
            printf(", and %zu more", count - SHOWN_ITEMS);
        }
        printf("\n");
    }
}

/* ---- The run ---- */

/* Selects the checks of this name, group or level; prints them if that is asked for. Returns how
 * many there are. */
static size_t select_checks(SuiteFile *suite, const ComplyOptions *options) {
    const char *only = options->only;
    const size_t length = only == NULL ? 0 : strlen(only);
    for (size_t i = 0; i < suite->count; i++) {
        SuiteStep *head = &suite->steps[i];
        const char *levels = head->is_selected ? probe_find_words(suite, i, "#levels") : "";
        head->is_selected =
            head->is_selected &&
            (only == NULL || probe_has_word(levels, only) ||
             (strncmp(head->id, only, length) == 0 && strchr(".", head->id[length]) != NULL));
        if (head->is_selected && options->lists) {
            printf("%s: %s\n    %s\n", head->id, head->command, levels);
        }
    }
    return suite_count_tests(suite);
}

/* Returns the report. */
static json_t *run_checks(Probe *probe) {
    const SuiteFile *file = probe->suite;
    const size_t wanted = suite_count_tests(file);
    json_t *results = json_new_array();
    Progress progress = progress_start(false, 0);
    const double start = clock_seconds();
    for (size_t i = 0; i < file->count && !interrupt_requested(probe->client.interrupt); i++) {
        if (file->steps[i].is_selected) {
            const double begin = clock_seconds();
            const size_t done = json_array_size(results);
            progress_show(&progress, (double)done / (double)wanted, "%zu/%zu checks", done, wanted);
            probe_begin(probe, i);
            script_run(probe);
            probe_end(probe);
            json_add_value(results, result_of(&file->steps[i], probe, clock_seconds() - begin));
        }
    }
    progress_end(&progress);
    json_t *seconds = json_new_figure(clock_seconds() - start, 3);
    json_t *suite = json_new_packed("{s:s, s:o, s:[], s:O}", "suite", file->path, "results",
                                    results, "problems", "seconds", seconds);
    report_count_suite(suite);
    json_t *report = json_new_packed("{s:s, s:[o], s:o, s:o, s:o, s:o}", "kind", "suite", "suites",
                                     suite, "name", json_new_text(probe->name), "version",
                                     json_new_text(probe->version), "seconds", seconds, "levels",
                                     find_levels(results, probe));
    report_count_run(report);
    return report;
}

/* Checks the engine and writes the reports. Returns the exit status. */
static int check_engine(const ComplyOptions *options, const SuiteFile *suite, const char *command,
                        Interrupt *interrupt) {
    Status status;
    int exit_status = 2;
    Probe probe = {.suite = suite,
                   .client = {.is_raw = true,
                              .command = command,
                              .error_path = options->error_path,
                              .timeout = options->timeout,
                              .interrupt = interrupt}};
    if (!probe_open(&probe, &status)) {
        status_print("comply", &status);
    } else {
        json_t *report = run_checks(&probe);
        json_set_text(report, "engine", options->command == NULL ? "dihedra" : options->command);
        bool ok = report_count(report, TEST_FAILED) == 0;
        if (interrupt_requested(interrupt)) {
            exit_status = 128 + interrupt->signal;
        } else {
            if (options->json) {
                ok = json_print(json_incref(report), stdout) && ok;
            } else {
                print_report(report, options->verbose);
            }
            if (options->html != NULL &&
                !page_save_report(options->html, json_incref(report), &status)) {
                status_print("comply", &status);
                ok = false;
            }
            exit_status = !ok;
        }
        json_decref(report);
    }
    probe_close(&probe);
    return exit_status;
}

int comply_main(int argc, char **argv) {
    Status status;
    Interrupt interrupt;
    ComplyOptions options = {.timeout = 30, .error_path = OS_NULL_FILE};
    const OptionGroup groups[] = {{.options = OPTIONS, .target = &options}, {0}};
    if (!option_read(groups, argc, argv, &status)) {
        return option_print_error("comply", &status);
    }
    SuiteFile suite = suite_parse("GTP", (const char *)GTP_TEXT, sizeof GTP_TEXT, DIALECT_CHECKS);
    const FilePlace written[] = {{"--html", options.html}, {"--stderr", options.error_path}};
    int exit_status = options.lists ? EXIT_SUCCESS : 2;
    if (select_checks(&suite, &options) == 0) {
        status_fail(&status, "--only: no check, group or level is called '%.60s'", options.only);
        exit_status = option_print_error("comply", &status);
    } else if (!options.lists &&
               (!file_check_apart(written, 2, &status) ||
                (options.html != NULL && !file_check_place(options.html, &status)) ||
                !interrupt_start(&interrupt, &status))) {
        status_print("comply", &status);
    } else if (!options.lists) {
        char *own = command_line_own(argv[0], "");
        exit_status = check_engine(&options, &suite,
                                   options.command == NULL ? own : options.command, &interrupt);
        interrupt_finish(&interrupt);
        free(own);
    }
    suite_free(&suite);
    return exit_status;
}
