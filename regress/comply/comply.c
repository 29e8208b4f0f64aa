#include "regress/comply/comply.h"

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/member.h"
#include "engine/base/os/system.h"
#include "engine/base/progress.h"
#include "regress/comply/script.h"
#include "regress/page/report_page.h"
#include "regress/suite/report.h"

#include <stddef.h>
#include <stdio.h>
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
    "hangs or ends is started again, and the check fails. Advice is about customs that no\n"
    "specification demands, and costs nothing. Checks for clients need the core, too.\n"
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

enum { SHOWN_BYTES = 1500 }; /* of a long text, its two ends together */

/* Without the middle of the text if it is long. */
static void set_shown(json_t *result, const char *key, const char *text) {
    const size_t length = strlen(text);
    Text shown = {0};
    if (length <= SHOWN_BYTES) {
        text_add(&shown, "%s", text);
    } else {
        text_add(&shown, "%.*s ... %s", SHOWN_BYTES / 2, text, text + length - SHOWN_BYTES / 2);
    }
    json_set_text(result, key, text_get(&shown));
    text_free(&shown);
}

/* Returns the result of the check that has just run. */
static json_t *result_of(const ComplyCheck *check, const Probe *probe, double seconds) {
    const bool has_failed = probe->expected.length > 0;
    const TestOutcome outcome =
        has_failed ? check_names(check->levels, "advice") ? TEST_IGNORED : TEST_FAILED
        : probe->skipped[0] != '\0' ? TEST_UNSUPPORTED
                                    : TEST_PASSED;
    json_t *result =
        json_new_packed("{s:i, s:s, s:s, s:s, s:b, s:s}", "line", (int)check->first, "id",
                        check->id, "meaning", check->meaning, "levels", check->levels, "refused",
                        false, "outcome", test_outcome_name(outcome));
    json_set_text(result, "message", outcome == TEST_UNSUPPORTED ? probe->skipped : NULL);
    json_set_figure(result, "seconds", seconds, 3);
    set_shown(result, "setup", has_failed ? text_get(&probe->sent) : "");
    set_shown(result, "answer", has_failed ? text_get(&probe->came) : "");
    json_set_text(result, "expected", text_get(&probe->expected));
    json_set_text(result, "command", "");
    return result;
}

/* ---- Levels ---- */

/* Adds the commands that the engine does not list: to without if it says what is then missing. */
static void add_missing(const ComplyLevel *level, const Probe *probe, json_t *because,
                        json_t *without) {
    char item[160];
    Text missing = {0};
    for (const char *rest = level->commands; *rest != '\0'; rest += strspn(rest, ", ")) {
        snprintf(item, sizeof item, "%.*s", (int)strcspn(rest, ","), rest);
        rest += strlen(item);
        char *words = strchr(item, '=');
        if (words != NULL) {
            *words++ = '\0';
        }
        if (check_names(text_get(&probe->commands), item)) {
            continue;
        }
        if (words == NULL) {
            text_add(&missing, "%s %s", missing.length == 0 ? "it does not list" : " or", item);
        } else {
            Text lack = {0};
            text_add(&lack, "%s (%s)", words, item);
            json_add_value(without, json_new_text(lack.bytes));
            text_free(&lack);
        }
    }
    if (missing.length > 0) {
        json_add_value(because, json_new_text(probe->commands.length == 0 ? "it lists no commands"
                                                                          : missing.bytes));
    }
    text_free(&missing);
}

/* Returns what the engine is ready for, once all checks have run. */
static json_t *find_levels(const CheckList *list, const json_t *results, const Probe *probe) {
    json_t *levels = json_new_array(), *result;
    for (size_t i = 0; i < list->level_count; i++) {
        const ComplyLevel *level = &list->levels[i];
        json_t *because = json_new_array(), *without = json_new_array();
        size_t k;
        add_missing(level, probe, because, without);
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

static void print_list(const char *before, const json_t *list, FILE *stream) {
    enum { SHOWN_MAX = 8 };
    const size_t count = json_array_size(list);
    fprintf(stream, "%s", before);
    for (size_t i = 0; i < count && i < SHOWN_MAX; i++) {
        fprintf(stream, "%s%s", i == 0 ? "" : ", ", json_string_value(json_array_get(list, i)));
    }
    if (count > SHOWN_MAX) {
        fprintf(stream, ", and %zu more", count - SHOWN_MAX);
    }
    fprintf(stream, "\n");
}

/* Prints a text with control characters as references, each line below the first indented. */
static void print_shown(const json_t *result, const char *label, const char *key, FILE *stream) {
    const char *text = report_text(result, key);
    size_t length = strlen(text);
    length -= length > 0 && text[length - 1] == '\n';
    fprintf(stream, "    %-9s ", label);
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (c == '\n') {
            fprintf(stream, "\n              ");
        } else if (c < ' ' || c >= 0x7F) {
            fprintf(stream, "\\x%02x", c);
        } else {
            fputc(c, stream);
        }
    }
    fprintf(stream, "%s\n", length == 0 ? "(nothing)" : "");
}

/* Prints failures, advice and who can use the engine; the other checks too if is_verbose. */
static void print_report(const json_t *report, bool is_verbose, FILE *stream) {
    const json_t *suite = json_array_get(json_object_get(report, "suites"), 0);
    size_t i;
    json_t *result, *level;
    json_array_foreach(json_object_get(suite, "results"), i, result) {
        const bool is_found = *report_text(result, "expected") != '\0';
        const char *reason = report_text(result, "message");
        if (is_verbose || is_found) {
            fprintf(stream, "%s  %s: %s%s%s\n",
                    is_found && !test_is_bad(result) ? "advice" : report_text(result, "outcome"),
                    report_text(result, "id"), report_text(result, "meaning"),
                    *reason == '\0' ? "" : ": ", reason);
        }
        if (is_found) {
            print_shown(result, "sent", "setup", stream);
            print_shown(result, "came", "answer", stream);
            print_shown(result, "expected", "expected", stream);
        }
    }
    text_print(report_text(report, *report_text(report, "name") == '\0' ? "engine" : "name"),
               stream);
    const char *version = report_text(report, "version");
    text_print(*version == '\0' ? "" : " ", stream);
    text_print(version, stream);
    fprintf(stream, ": %d checks, %d passed, %d failed, %d skipped, %d advice; %.1f s\n",
            (int)json_array_size(json_object_get(suite, "results")),
            report_count(report, TEST_PASSED), report_count(report, TEST_FAILED),
            report_count(report, TEST_UNSUPPORTED), report_count(report, TEST_IGNORED),
            json_number_value(json_object_get(report, "seconds")));
    json_array_foreach(json_object_get(report, "levels"), i, level) {
        const json_t *because = json_object_get(level, "because"),
                     *without = json_object_get(level, "without");
        const bool is_ready = json_array_size(because) == 0;
        fprintf(stream, "ready for %s: ", report_text(level, "name"));
        print_list(!is_ready                      ? "no, because: "
                   : json_array_size(without) > 0 ? "yes, without "
                                                  : "yes",
                   is_ready ? without : because, stream);
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
    for (size_t i = 0; i < list->count; i++) {
        const ComplyCheck *check = &list->checks[i];
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
            script_run(list, check, probe);
            json_add_value(results, result_of(check, probe, clock_seconds() - begin));
            probe_end(probe, check);
        }
    }
    progress_end(&progress);
    json_t *suite =
        json_new_packed("{s:s, s:o, s:[]}", "suite", probe->speaks_json ? "analysis" : "GTP",
                        "results", results, "problems");
    json_set_figure(suite, "seconds", clock_seconds() - start, 3);
    report_count_suite(suite);
    json_t *report = json_new_packed("{s:s, s:[o]}", "kind", "suite", "suites", suite);
    json_set_text(report, "name", probe->name);
    json_set_text(report, "version", probe->version);
    json_set_figure(report, "seconds", clock_seconds() - start, 3);
    json_set_value(report, "levels", find_levels(list, results, probe));
    report_count_run(report);
    return report;
}

/* Writes the reports. Returns whether all could be written. */
static bool write_reports(const ComplyOptions *options, json_t *report) {
    Status status;
    bool ok = true;
    if (options->json) {
        ok = json_print(json_incref(report), stdout);
    } else {
        print_report(report, options->verbose, stdout);
    }
    if (options->html != NULL && !report_page_save(options->html, json_incref(report), &status)) {
        status_print("comply", &status);
        ok = false;
    }
    return ok;
}

/* Checks what can be written, and the engine. Returns the exit status. */
static int check_engine(const ComplyOptions *options, const CheckList *list, int wanted,
                        const char *program) {
    Status status;
    Interrupt interrupt;
    int exit_status = 2;
    const FilePlace written[] = {{"--html", options->html}, {"--stderr", options->error_path}};
    if (!file_check_apart(written, 2, &status) ||
        (options->html != NULL && !file_check_place(options->html, &status)) ||
        !interrupt_start(&interrupt, &status)) {
        status_print("comply", &status);
        return 2;
    }
    char *own = engine_command_own(program, options->speaks_analysis ? "analysis" : "");
    Probe probe = {.speaks_json = options->speaks_analysis,
                   .client = {.is_raw = true,
                              .command = options->command == NULL ? own : options->command,
                              .error_path = options->error_path,
                              .timeout = options->timeout,
                              .interrupt = &interrupt}};
    if (!probe_open(&probe, &status)) {
        status_print("comply", &status);
    } else {
        json_t *report = run_checks(list, options->only, wanted, &probe);
        json_set_text(report, "engine", options->command == NULL ? program : options->command);
        exit_status = interrupt_requested(&interrupt) ? 128 + interrupt.signal
                      : !write_reports(options, report) || report_count(report, TEST_FAILED) > 0
                          ? EXIT_FAILURE
                          : EXIT_SUCCESS;
        json_decref(report);
    }
    probe_close(&probe);
    interrupt_finish(&interrupt);
    free(own);
    return exit_status;
}

int comply_main(int argc, char **argv) {
    Status status;
    ComplyOptions options = {.timeout = 30, .error_path = OS_NULL_FILE};
    const OptionGroup groups[] = {{.options = OPTIONS, .target = &options}, {0}};
    if (!option_read(groups, argc, argv, &status)) {
        return option_print_error("comply", &status);
    }
    CheckList list = check_list_read(options.speaks_analysis);
    const int wanted = list_checks(&list, &options);
    int exit_status = EXIT_SUCCESS;
    if (wanted == 0) {
        status_fail(&status, "--only: no check, group or level is called '%.60s'", options.only);
        exit_status = option_print_error("comply", &status);
    } else if (!options.lists) {
        exit_status = check_engine(&options, &list, wanted, argv[0]);
    }
    check_list_free(&list);
    return exit_status;
}
