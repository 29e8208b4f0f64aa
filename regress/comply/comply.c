#include "regress/comply/comply.h"

#include "engine/base/clock.h"
#include "engine/base/command_line.h"
#include "engine/base/file.h"
#include "engine/base/member.h"
#include "engine/base/os/system.h"
#include "engine/base/progress.h"
#include "page/report/page.h"
#include "regress/comply/script.h"
#include "regress/suite/report.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *command; /* of the engine; NULL: this program */
    const char *only, *html, *error_path;
    double timeout;
    bool speaks_analysis, json, verbose, lists;
} ComplyOptions;

static const char USAGE[] =
    "usage: dihedra comply [OPTION...] [COMMAND]\n"
    "\n"
    "Checks whether a Go engine follows the Go Text Protocol, version 2 (draft 2), and what\n"
    "clients and servers rely on beyond it, or KataGo's JSON analysis protocol. COMMAND starts\n"
    "the engine, such as \"gnugo --mode gtp\"; without it this program is checked. For each\n"
    "check that fails it shows what was sent, what came and what should have come, and says for\n"
    "which clients the engine is ready.\n";

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
    {.name = "--analysis", OPTION_FLAG_IN(ComplyOptions, speaks_analysis),
     .help = "checks KataGo's JSON analysis protocol, as \"katago analysis -config C -model M\" speaks it"},
    {.name = "--only", .argument = "NAME", OPTION_TEXT_IN(ComplyOptions, only),
     .help = "runs only checks of this name, group or level, such as play.ko, play or cgos"},
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

static json_t *shown(const Text *text) {
    return json_new_text(text_get(text));
}

/* Returns the result of the check that has just run. */
static json_t *result_of(const ComplyCheck *check, Probe *probe, double seconds) {
    Text *const texts[] = {&probe->sent, &probe->came};
    const bool has_failed = probe->expected.length > 0, is_skipped = probe->skipped.length > 0;
    const TestOutcome outcome =
        has_failed   ? check_names(check->levels, "advice") ? TEST_IGNORED : TEST_FAILED
        : is_skipped ? TEST_UNSUPPORTED
                     : TEST_PASSED;
    for (size_t i = 0; i < 2; i++) {
        if (!has_failed) {
            text_clear(texts[i]);
        } else if (texts[i]->length > SHOWN_BYTES) {
            memcpy(texts[i]->bytes + SHOWN_BYTES, " ...", sizeof " ...");
        }
    }
    return json_new_packed(
        "{s:i, s:s, s:s, s:s, s:b, s:s, s:o, s:o, s:o, s:o, s:o, s:s}", "line", (int)check->first,
        "id", check->id, "meaning", check->meaning, "levels", check->levels, "refused", false,
        "outcome", test_outcome_name(outcome), "message",
        outcome == TEST_UNSUPPORTED ? shown(&probe->skipped) : json_new_text(probe->slow.bytes),
        "seconds", json_new_figure(seconds, 3), "setup", shown(&probe->sent), "answer",
        shown(&probe->came), "expected", shown(&probe->expected), "command", "");
}

/* Adds the commands that the engine does not list: to without if it says what is then missing. */
static void add_missing(const ComplyLevel *level, const char *listed, json_t *because,
                        json_t *without) {
    char item[160];
    Text missing = {0}, lack = {0};
    for (const char *rest = level->commands; *rest != '\0'; rest += strcspn(rest, ",")) {
        rest += strspn(rest, ", ");
        snprintf(item, sizeof item, "%.*s", (int)strcspn(rest, ","), rest);
        char *words = item + strcspn(item, "=");
        const bool may_lack = *words != '\0';
        words[0] = '\0';
        if (check_names(listed, item)) {
            continue;
        }
        if (may_lack) {
            text_set(&lack, "%s (%s)", words + 1, item);
            json_add_value(without, shown(&lack));
        } else {
            text_add(&missing, "%s %s", missing.length == 0 ? "it does not list" : " or", item);
        }
    }
    if (missing.length > 0) {
        json_add_value(because,
                       *listed == '\0' ? json_new_text("it lists no commands") : shown(&missing));
    }
    text_free(&lack);
    text_free(&missing);
}

/* Returns what the engine is ready for, once all checks have run. */
static json_t *find_levels(const CheckList *list, const json_t *results, const Probe *probe) {
    json_t *levels = json_new_array(), *result;
    for (const ComplyLevel *level = list->levels; level < list->levels + list->level_count;
         level++) {
        json_t *because = json_new_array(), *without = json_new_array();
        size_t k;
        add_missing(level, text_get(&probe->commands), because, without);
        json_array_foreach(results, k, result) {
            if (test_is_bad(result) && check_names(report_text(result, "levels"), level->counts)) {
                json_add_value(because, json_new_text(report_text(result, "id")));
            }
        }
        json_add_value(levels,
                       json_new_packed("{s:s, s:s, s:b, s:o, s:o}", "key", level->key, "name",
                                       level->name, "ready", json_array_size(because) == 0,
                                       "because", because, "without", without));
    }
    return levels;
}

/* ---- Text ---- */

static void print_list(const char *before, const json_t *list) {
    const size_t count = json_array_size(list);
    for (size_t i = 0; i < count && i < SHOWN_ITEMS; i++) {
        printf("%s%s", i == 0 ? before : ", ", json_string_value(json_array_get(list, i)));
    }
    if (count > SHOWN_ITEMS) {
        printf(", and %zu more", count - SHOWN_ITEMS);
    }
}

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
        printf("ready for %s: %s", report_text(level, "name"), is_ready ? "yes" : "no");
        print_list(is_ready ? ", without " : ", because: ",
                   json_object_get(level, is_ready ? "without" : "because"));
        printf("\n");
    }
}

/* ---- The run ---- */

/* Is the check one of this name, group or level? */
static bool is_wanted(const ComplyCheck *check, const char *only) {
    const size_t length = only == NULL ? 0 : strlen(only);
    return only == NULL || check_names(check->levels, only) ||
           (strncmp(check->id, only, length) == 0 && strchr(".", check->id[length]) != NULL);
}

/* Prints the wanted checks if that is asked for. Returns how many there are. */
static int list_checks(const CheckList *list, const ComplyOptions *options) {
    int count = 0;
    for (const ComplyCheck *check = list->checks; check < list->checks + list->count; check++) {
        if (is_wanted(check, options->only)) {
            count++;
            if (options->lists) {
                printf("%s: %s\n    %s\n", check->id, check->meaning, check->levels);
            }
        }
    }
    return count;
}

/* Returns the report. */
static json_t *run_checks(const CheckList *list, const char *only, int wanted, Probe *probe) {
    json_t *results = json_new_array();
    Progress progress = progress_start(false, 0);
    const double start = clock_seconds();
    for (size_t i = 0; i < list->count && !interrupt_requested(probe->client.interrupt); i++) {
        const ComplyCheck *check = &list->checks[i];
        if (is_wanted(check, only)) {
            const double begin = clock_seconds();
            const int done = (int)json_array_size(results);
            progress_show(&progress, (double)done / wanted, "%d/%d checks", done, wanted);
            probe_begin(probe, check);
            script_run(probe);
            json_add_value(results, result_of(check, probe, clock_seconds() - begin));
            probe_end(probe);
        }
    }
    progress_end(&progress);
    const double seconds = clock_seconds() - start;
    json_t *suite =
        json_new_packed("{s:s, s:o, s:[], s:o}", "suite", probe->speaks_json ? "analysis" : "GTP",
                        "results", results, "problems", "seconds", json_new_figure(seconds, 3));
    report_count_suite(suite);
    json_t *report = json_new_packed(
        "{s:s, s:[o], s:o, s:o, s:o, s:o}", "kind", "suite", "suites", suite, "name",
        json_new_text(probe->name), "version", json_new_text(probe->version), "seconds",
        json_new_figure(seconds, 3), "levels", find_levels(list, results, probe));
    report_count_run(report);
    return report;
}

/* Checks the engine and writes the reports. Returns the exit status. */
static int check_engine(const ComplyOptions *options, const CheckList *list, int wanted,
                        const char *command, Interrupt *interrupt) {
    Status status;
    int exit_status = 2;
    Probe probe = {.list = list,
                   .speaks_json = options->speaks_analysis,
                   .client = {.is_raw = true,
                              .command = command,
                              .error_path = options->error_path,
                              .timeout = options->timeout,
                              .interrupt = interrupt}};
    if (!probe_open(&probe, &status)) {
        status_print("comply", &status);
    } else {
        json_t *report = run_checks(list, options->only, wanted, &probe);
        json_set_text(report, "engine", options->command == NULL ? "dihedra" : options->command);
        bool ok = report_count(report, TEST_FAILED) == 0;
        if (interrupt_requested(interrupt)) {
            ok = false;
        } else if (options->json) {
            ok = json_print(json_incref(report), stdout) && ok;
        } else {
            print_report(report, options->verbose);
        }
        if (options->html != NULL && !interrupt_requested(interrupt) &&
            !page_save_report(options->html, json_incref(report), &status)) {
            status_print("comply", &status);
            ok = false;
        }
        exit_status = interrupt_requested(interrupt) ? 128 + interrupt->signal : !ok;
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
    CheckList list = check_list_read(options.speaks_analysis);
    const FilePlace written[] = {{"--html", options.html}, {"--stderr", options.error_path}};
    const int wanted = list_checks(&list, &options);
    int exit_status = options.lists ? EXIT_SUCCESS : 2;
    if (wanted == 0) {
        status_fail(&status, "--only: no check, group or level is called '%.60s'", options.only);
        exit_status = option_print_error("comply", &status);
    } else if (!options.lists &&
               (!file_check_apart(written, 2, &status) ||
                (options.html != NULL && !file_check_place(options.html, &status)) ||
                !interrupt_start(&interrupt, &status))) {
        status_print("comply", &status);
    } else if (!options.lists) {
        char *own = command_line_own(argv[0], options.speaks_analysis ? "analysis" : "");
        exit_status = check_engine(&options, &list, wanted,
                                   options.command == NULL ? own : options.command, &interrupt);
        interrupt_finish(&interrupt);
        free(own);
    }
    check_list_free(&list);
    return exit_status;
}
