#include "regress/comply/comply.h"

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/member.h"
#include "engine/base/os/system.h"
#include "engine/base/progress.h"
#include "regress/comply/report.h"
#include "regress/comply/script.h"
#include "regress/page/report_page.h"

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

static int count_wanted(const CheckList *list, const char *only) {
    int count = 0;
    for (size_t i = 0; i < list->count; i++) {
        count += is_wanted(&list->checks[i], only);
    }
    return count;
}

static int list_checks(const CheckList *list, const char *only) {
    for (size_t i = 0; i < list->count; i++) {
        const ComplyCheck *check = &list->checks[i];
        if (is_wanted(check, only)) {
            printf("%s: %s (%s)%s\n   ", check->id, check->meaning, check->source,
                   check->is_advice ? "; advice" : "");
            for (ComplyLevel level = 0; level < LEVEL_COUNT; level++) {
                if ((check->levels & 1u << level) != 0) {
                    printf(" %s", LEVELS[level].key);
                }
            }
            printf("\n");
        }
    }
    return EXIT_SUCCESS;
}

static void run_checks(const CheckList *list, const char *only, Probe *probe, json_t *report) {
    const int wanted = count_wanted(list, only);
    int done = 0;
    Progress progress = progress_start(false, 0);
    const double start = clock_seconds();
    for (size_t i = 0; i < list->count && !interrupt_requested(probe->client.interrupt); i++) {
        const ComplyCheck *check = &list->checks[i];
        if (is_wanted(check, only)) {
            const double begin = clock_seconds();
            progress_show(&progress, (double)done / wanted, "%d/%d checks, %d failed", done, wanted,
                          comply_report_failures(report));
            if (probe_begin(probe, check)) {
                script_run(list, check, probe);
                probe_end(probe, check);
            }
            comply_report_add(report, check, probe, clock_seconds() - begin);
            done++;
        }
    }
    progress_end(&progress);
    comply_report_end(report, list, probe, clock_seconds() - start);
}

/* Writes the reports. Returns whether all could be written. */
static bool write_reports(const ComplyOptions *options, json_t *report) {
    Status status;
    bool ok = true;
    if (options->json) {
        ok = json_print(json_incref(report), stdout);
    } else {
        comply_report_print(report, options->verbose, stdout);
    }
    if (options->html != NULL) {
        json_set_text(report, "kind", "comply");
        if (!report_page_save(options->html, json_incref(report), &status)) {
            status_print("comply", &status);
            ok = false;
        }
    }
    return ok;
}

/* Returns the exit status. */
static int check_engine(const ComplyOptions *options, const char *label, const CheckList *list,
                        Interrupt *interrupt) {
    Status status;
    int exit_status = 2;
    json_t *report = comply_report_new(label);
    Probe probe = {.timeout = options->timeout,
                   .speaks_json = options->speaks_analysis,
                   .client = {.command = options->command,
                              .error_path = options->error_path,
                              .interrupt = interrupt}};
    if (!probe_open(&probe, &status)) {
        status_print("comply", &status);
    } else {
        run_checks(list, options->only, &probe, report);
        exit_status = comply_report_failures(report) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
        if (interrupt_requested(interrupt)) {
            exit_status = 128 + interrupt->signal;
        } else if (!write_reports(options, report)) {
            exit_status = EXIT_FAILURE;
        }
    }
    json_decref(report);
    probe_close(&probe);
    return exit_status;
}

/* Checks what can be written, and the engine. Returns the exit status. */
static int run(ComplyOptions *options, const CheckList *list, const char *program) {
    Status status;
    Interrupt interrupt;
    const FilePlace written[] = {{"--html", options->html}, {"--stderr", options->error_path}};
    if (!file_check_apart(written, 2, &status) ||
        (options->html != NULL && !file_check_place(options->html, &status)) ||
        !interrupt_start(&interrupt, &status)) {
        status_print("comply", &status);
        return 2;
    }
    char *own = engine_command_own(program, options->speaks_analysis ? "analysis" : "");
    const char *label = options->command == NULL ? program : options->command;
    options->command = options->command == NULL ? own : options->command;
    const int exit_status = check_engine(options, label, list, &interrupt);
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
    int exit_status;
    if (count_wanted(&list, options.only) == 0) {
        status_fail(&status, "--only: no check, group or level is called '%.60s'", options.only);
        exit_status = option_print_error("comply", &status);
    } else {
        exit_status =
            options.lists ? list_checks(&list, options.only) : run(&options, &list, argv[0]);
    }
    check_list_free(&list);
    return exit_status;
}
