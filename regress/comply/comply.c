#include "regress/comply/comply.h"

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/os/system.h"
#include "engine/base/progress.h"
#include "regress/comply/report.h"
#include "regress/comply/script.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *command; /* of the engine; NULL: this program */
    const char *only, *junit, *html, *error_path;
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

#define FIELD(member) offsetof(ComplyOptions, member)

// clang-format off
static const Option OPTIONS[] = {
    {.name = "COMMAND", .kind = OPTION_TEXT, .offset = FIELD(command)},
    {.name = "--analysis", .kind = OPTION_FLAG, .offset = FIELD(speaks_analysis),
     .help = "checks KataGo's JSON analysis protocol, as \"katago analysis -config C -model M\" speaks it"},
    {.name = "--only", .argument = "NAME", .kind = OPTION_TEXT, .offset = FIELD(only),
     .help = "runs only checks of this name, group or level, such as play.ko, play or cgos"},
    {.name = "--timeout", .argument = "S", .kind = OPTION_REAL, .real = {0.1, 1e6}, .offset = FIELD(timeout),
     .help = "seconds that any answer may take (default 30)"},
    {.name = "--list", .kind = OPTION_FLAG, .offset = FIELD(lists),
     .help = "lists the checks with their sources and levels, and runs none"},
    {.name = "--json", .kind = OPTION_FLAG, .offset = FIELD(json), .help = "prints one JSON object instead of the text"},
    {.name = "--junit", .argument = "FILE", .kind = OPTION_TEXT, .offset = FIELD(junit), .help = "writes JUnit XML"},
    {.name = "--html", .argument = "FILE", .kind = OPTION_TEXT, .offset = FIELD(html), .help = "writes a page"},
    {.name = "--stderr", .argument = "FILE", .kind = OPTION_TEXT, .offset = FIELD(error_path),
     .help = "appends the engine's standard error to the file (default: dropped)"},
    {.name = "--verbose", .kind = OPTION_FLAG, .offset = FIELD(verbose), .help = "shows passed and skipped checks too"},
    {0},
};
// clang-format on

const CommandHelp COMPLY_HELP = {"comply",
                                 "checks how well an engine speaks GTP, and for which clients",
                                 USAGE,
                                 {OPTIONS},
                                 NOTES};

/* Is the check one of this name, group or level? */
static bool is_wanted(const ComplyCheck *check, const char *only) {
    const size_t length = only == NULL ? 0 : strlen(only);
    if (only == NULL || strcmp(check->id, only) == 0 ||
        (strncmp(check->id, only, length) == 0 && check->id[length] == '.')) {
        return true;
    }
    for (ComplyLevel level = 0; level < LEVEL_COUNT; level++) {
        if (strcmp(LEVELS[level].key, only) == 0 && (check->levels & 1u << level) != 0) {
            return true;
        }
    }
    return false;
}

/* The tables of each protocol, in the order in which they run. */
static const ComplyCheck *const GTP_TABLES[] = {FRAMING_CHECKS, COMMAND_CHECKS, RULES_CHECKS,
                                                RECORD_CHECKS,  CLOCK_CHECKS,   ANALYZE_CHECKS,
                                                CLIENT_CHECKS,  STRESS_CHECKS,  NULL};
static const ComplyCheck *const ANALYSIS_TABLES[] = {ANALYSIS_CHECKS, QUERY_CHECKS, NULL};

static const ComplyCheck *const *tables_of(const ComplyOptions *options) {
    return options->speaks_analysis ? ANALYSIS_TABLES : GTP_TABLES;
}

static int count_wanted(const ComplyOptions *options) {
    int count = 0;
    for (const ComplyCheck *const *table = tables_of(options); *table != NULL; table++) {
        for (const ComplyCheck *check = *table; check->id != NULL; check++) {
            count += is_wanted(check, options->only);
        }
    }
    return count;
}

static int list_checks(const ComplyOptions *options) {
    for (const ComplyCheck *const *table = tables_of(options); *table != NULL; table++) {
        for (const ComplyCheck *check = *table; check->id != NULL; check++) {
            if (is_wanted(check, options->only)) {
                printf("%s: %s (%s)%s\n   ", check->id, check->meaning, check->source,
                       check->is_advice ? "; advice" : "");
                for (ComplyLevel level = 0; level < LEVEL_COUNT; level++) {
                    printf("%s%s", (check->levels & 1u << level) != 0 ? " " : "",
                           (check->levels & 1u << level) != 0 ? LEVELS[level].key : "");
                }
                printf("\n");
            }
        }
    }
    return EXIT_SUCCESS;
}

static void run_check(Probe *probe, const ComplyCheck *check) {
    if (probe_begin(probe, check)) {
        if (check->script != NULL) {
            script_run(check->script, probe);
        } else if (check->pipe != NULL) {
            probe_expect_pipe(probe, check->pipe, check->responses);
        } else {
            check->run(probe);
        }
        probe_end(probe, check);
    }
}

static void run_checks(const ComplyOptions *options, Probe *probe, ComplyReport *report) {
    const int wanted = count_wanted(options);
    Interrupt *interrupt = probe->connection.interrupt;
    Progress progress = progress_start(false, 0);
    const double start = clock_seconds();
    for (const ComplyCheck *const *table = tables_of(options); *table != NULL; table++) {
        for (const ComplyCheck *check = *table;
             check->id != NULL && !interrupt_requested(interrupt); check++) {
            if (is_wanted(check, options->only)) {
                const double begin = clock_seconds();
                progress_show(&progress, (double)report->count / wanted, "%zu/%d checks, %d failed",
                              report->count, wanted, report->counts[COMPLY_FAILED]);
                run_check(probe, check);
                comply_report_add(report, check, probe, clock_seconds() - begin);
            }
        }
    }
    progress_end(&progress);
    report->seconds = clock_seconds() - start;
}

/* Writes the reports. Returns whether all could be written. */
static bool write_reports(const ComplyOptions *options, const ComplyReport *report) {
    Status status;
    bool ok = true;
    if (options->json) {
        ok = json_print(comply_report_to_json(report), stdout);
    } else {
        comply_report_print(report, options->verbose, stdout);
    }
    if (options->junit != NULL && !comply_report_write_junit(report, options->junit, &status)) {
        status_print("comply", &status);
        ok = false;
    }
    if (options->html != NULL && !comply_report_write_html(report, options->html, &status)) {
        status_print("comply", &status);
        ok = false;
    }
    return ok;
}

/* Returns the exit status. */
static int check_engine(const ComplyOptions *options, const char *label, Interrupt *interrupt) {
    Status status;
    Probe probe = {.timeout = options->timeout,
                   .connection = {.command = options->command,
                                  .error_path = options->error_path,
                                  .interrupt = interrupt}};
    const bool has_started = options->speaks_analysis ? connection_start(&probe.connection, &status)
                                                      : probe_open(&probe, &status);
    if (!has_started) {
        status_print("comply", &status);
        return 2;
    }
    ComplyReport report = {.command = label, .speaks_analysis = options->speaks_analysis};
    run_checks(options, &probe, &report);
    report.name = probe.name;
    report.version = probe.version;
    report.commands = text_get(&probe.commands);
    int exit_status = report.counts[COMPLY_FAILED] == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    if (interrupt_requested(interrupt)) {
        exit_status = 128 + interrupt->signal;
    } else if (!write_reports(options, &report)) {
        exit_status = EXIT_FAILURE;
    }
    comply_report_free(&report);
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
    if (count_wanted(&options) == 0) {
        status_fail(&status, "--only: no check, group or level is called '%.60s'", options.only);
        return option_print_error("comply", &status);
    }
    if (options.lists) {
        return list_checks(&options);
    }
    const FilePlace written[] = {
        {"--junit", options.junit}, {"--html", options.html}, {"--stderr", options.error_path}};
    if (!file_check_apart(written, 3, &status) ||
        (options.junit != NULL && !file_check_place(options.junit, &status)) ||
        (options.html != NULL && !file_check_place(options.html, &status)) ||
        !interrupt_start(&interrupt, &status)) {
        status_print("comply", &status);
        return 2;
    }
    char *own = engine_process_own_command(argv[0], options.speaks_analysis ? "analysis" : "");
    const char *label = options.command == NULL ? argv[0] : options.command;
    options.command = options.command == NULL ? own : options.command;
    const int exit_status = check_engine(&options, label, &interrupt);
    interrupt_finish(&interrupt);
    free(own);
    return exit_status;
}
