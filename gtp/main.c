/* The program's entry: GTP on standard input and output, or a subcommand. */
#include <assert.h>
#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/base/memory.h"
#include "engine/base/os/system.h"
#include "engine/eval/inside/inside.h"
#include "engine/lab/bench/bench.h"
#include "engine/lab/bench/ranks.h"
#include "engine/player/parameter.h"
#include "gtp/book/book.h"
#include "gtp/commands/families.h"
#include "gtp/config_file.h"
#include "gtp/greeting.h"
#include "gtp/json/analysis.h"
#include "gtp/json/katago.h"
#include "gtp/manual/manual.h"
#include "gtp/models.h"
#include "gtp/selfplay/selfplay.h"
#include "gtp/session/loop.h"
#include "gtp/solve/solve.h"
#include "gtp/solve/solve_options.h"
#include "gtp/solve/tsumego/tsumego.h"
#include "gtp/solve/tsumego/tsumego_options.h"
#include "gtp/solve/verify.h"
#include "gtp/version.h"
#include "regress/comply/comply.h"
#include "regress/demo.h"
#include "regress/latency.h"
#include "regress/match/match.h"
#include "regress/match/options.h"
#include "regress/review/analyze.h"
#include "regress/review/options.h"
#include "regress/suite/regress.h"

static const BenchExtra BENCH_EXTRAS[] = {
    {"latency", LATENCY_HELP, LATENCY_OPTIONS, latency_main},
    {"ranks", BENCH_RANKS_HELP, BENCH_RANKS_OPTIONS, bench_ranks_main},
    {NULL, NULL, NULL, NULL},
};

static int run_bench(int argc, char **argv) {
    return bench_main(argc, argv, BENCH_EXTRAS);
}

/* `dihedra analyze` starts this program as its engine, whose parameters only this side knows. */
static int run_analyze(int argc, char **argv) {
    return analyze_main(argc, argv, engine_options_check_parameter);
}

/* ---- export-network ---- */

typedef struct {
    const char *path;
} ExportOptions;

static const Option EXPORT_OPTIONS[] = {
    {.name = "FILE",
     .kind = OPTION_TEXT,
     .is_required = true,
     .offset = offsetof(ExportOptions, path)},
    {0},
};

static const CommandHelp EXPORT_HELP = {
    .name = "export-network",
    .summary = "writes the network inside to a file",
    .usage = "usage: dihedra export-network FILE\n"
             "\n"
             "Writes the network inside to FILE, in KataGo's format without compression.\n",
    .options = {EXPORT_OPTIONS},
};

static int run_export_network(int argc, char **argv) {
    ExportOptions options = {0};
    const OptionGroup groups[] = {{.options = EXPORT_OPTIONS, .target = &options}, {0}};
    Status status;
    size_t length;
    if (!option_read(groups, argc, argv, &status)) {
        return option_print_error("export-network", &status);
    }
    char *bytes = (char *)inside_read(&length, &status);
    const bool ok = bytes != NULL && file_replace(options.path, bytes, length, &status);
    free(bytes);
    if (!ok) {
        status_print("export-network", &status);
    }
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- GTP ---- */

/* Returns the exit status, or failure if standard output cannot be written. */
static int flush_output(int exit_status) {
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "dihedra: standard output cannot be written\n");
        return EXIT_FAILURE;
    }
    return exit_status;
}

static int speak_gtp(const char *argv0, const EngineOptions *options) {
    Status status;
    Models models;
    greeting_print(argv0);
    if (!models_start(options, &models, &status)) {
        status_print("", &status);
        return EXIT_FAILURE;
    }
    const int exit_status =
        loop_run(options, GTP_FAMILIES, &models, OS_STANDARD_INPUT, OS_STANDARD_OUTPUT);
    if (models_are_under_way(&models)) {
        /* The loading thread may be inside a library for seconds and cannot be stopped there, so
         * the process ends under it, without running the libraries' exit handlers. */
        os_exit_now(flush_output(exit_status));
    }
    models_free(&models);
    return exit_status;
}

/* Of a GTP session, besides the engine's. */
typedef struct {
    EngineOptions engine;
    const char *config;
} SessionOptions;

static const Option RUN_OPTIONS[] = {
    {.name = "--log",
     .argument = "FILE",
     .kind = OPTION_TEXT,
     .offset = offsetof(SessionOptions, engine.log_path),
     .help = "appends each line of GTP that comes in or goes out, with its time"},
    {.name = "--no-files",
     .kind = OPTION_FLAG,
     .offset = offsetof(SessionOptions, engine.no_files),
     .help = "refuses GTP commands that read or write files; what the command line names is read"},
    {.name = "--sandbox",
     .kind = OPTION_FLAG,
     .offset = offsetof(SessionOptions, engine.sandbox),
     .help = "once all is loaded, gives up the right to open files and connections and to start "
             "programs (Linux)"},
    {0},
};

static const Option CONFIG_OPTIONS[] = {
    {.name = "--config",
     .argument = "FILE|none",
     .kind = OPTION_TEXT,
     .offset = offsetof(SessionOptions, config),
     .help = "a file with options, a name and its value a line, which those of the command line "
             "override (default: $DIHEDRA_CONFIG, or dihedra.conf in ~/.config/dihedra)"},
    {0},
};

/* Refuses a log that is one of the files that the session reads. config may be NULL. */
static bool check_log(const EngineOptions *options, const char *config, Status *status) {
    const FilePlace read[] = {{"--config", config},
                              {"--book", options->book},
                              {"--model", options->model},
                              {"--human-model", options->human_model}};
    const FilePlace log = {"--log", options->log_path};
    return file_check_apart_from(&log, 1, read, sizeof read / sizeof read[0], status);
}

/* Reads the command line alone into options, to check it and to find the config file; then that
 * file, and the command line again, which wins. */
static bool read_session_options(int argc, char **argv, SessionOptions *options, ConfigWords *words,
                                 Status *status) {
    const OptionGroup groups[] = {engine_options_group(&options->engine),
                                  {.options = RUN_OPTIONS, .target = options},
                                  {.options = CONFIG_OPTIONS, .target = options},
                                  {0}};
    const OptionGroup config_groups[] = {groups[0], groups[1], {0}}; /* no file names another */
    *words = (ConfigWords){0};
    if (!option_read(groups, argc, argv, status)) {
        return false;
    }
    char *path = config_file_find(options->config);
    bool ok = true;
    if (path != NULL) {
        *options = (SessionOptions){.engine = engine_options_default()};
        ok = config_file_read(path, config_groups, words, status) &&
             option_read(groups, argc, argv, status);
    }
    if (ok && options->engine.no_files && options->engine.log_path != NULL) {
        ok =
            path == NULL
                ? status_fail(status, "--log: not with --no-files")
                : status_fail(status,
                              "--log: not with --no-files; the options of %.150s count, too", path);
    }
    ok = ok && check_log(&options->engine, path, status);
    free(path);
    return ok;
}

static int run_gtp(int argc, char **argv) {
    SessionOptions options = {.engine = engine_options_default()};
    ConfigWords words;
    Status status;
    const int exit_status = read_session_options(argc, argv, &options, &words, &status)
                                ? speak_gtp(argv[0], &options.engine)
                                : option_print_error("", &status);
    config_file_free(&words);
    return exit_status;
}

static int run_katago_gtp(int argc, char **argv) {
    EngineOptions options = engine_options_default();
    int exit_status = EXIT_SUCCESS;
    return katago_read_gtp(argc, argv, &options, &exit_status) ? speak_gtp(argv[0], &options)
                                                               : exit_status;
}

/* ---- Subcommands ---- */

/* Each is called with the path of this program as argv[0] and its options. */
static const struct {
    const char *name;        /* NULL: that of the help */
    const CommandHelp *help; /* NULL: made by program_help_new */
    int (*run)(int argc, char **argv);
} SUBCOMMANDS[] = {
    {"", NULL, run_gtp}, /* the program without a subcommand comes first */
    {NULL, &ANALYSIS_HELP, analysis_main},
    {NULL, &ANALYZE_HELP, run_analyze},
    {"bench", NULL, run_bench},
    {NULL, &BOOK_HELP, book_main},
    {NULL, &COMPLY_HELP, comply_main},
    {NULL, &DEMO_HELP, demo_main},
    {NULL, &EXPORT_HELP, run_export_network},
    {NULL, &KATAGO_GTP_HELP, run_katago_gtp},
    {NULL, &MATCH_HELP, match_main},
    {NULL, &REGRESS_HELP, regress_main},
    {NULL, &SELFPLAY_HELP, selfplay_main},
    {NULL, &SOLVE_HELP, solve_main},
    {NULL, &TSUMEGO_HELP, tsumego_main},
    {NULL, &VERIFY_HELP, verify_main},
    {NULL, &KATAGO_VERSION_HELP, katago_version_main},
};

enum { SUBCOMMAND_COUNT = sizeof SUBCOMMANDS / sizeof SUBCOMMANDS[0], PARAMETERS_MAX = 128 };

/* The help of the program and of all subcommands, with what is made for it. */
typedef struct {
    CommandHelp program, bench;
    const CommandHelp *all[SUBCOMMAND_COUNT + 1]; /* as SUBCOMMANDS; NULL at the end */
    BenchHelp bench_help;
    Text usage;
    Option parameters[PARAMETERS_MAX]; /* as options */
    char names[PARAMETERS_MAX][OPTION_NAME_MAX];
} ProgramHelp;

static bool is_engine_option(const char *name) {
    const Option *option = ENGINE_OPTIONS;
    while (option->kind != OPTION_END && strcmp(option->name, name) != 0) {
        option++;
    }
    return option->kind != OPTION_END;
}

/* Lists the parameters of the search that the table of options lacks. */
static void list_parameters(ProgramHelp *help) {
    int count = 0;
    help->parameters[count++] =
        (Option){.kind = OPTION_HEADING, .help = "Parameters of the search"};
    for (const Parameter *parameter = PARAMETERS; parameter->name != NULL; parameter++) {
        assert(count + 1 < PARAMETERS_MAX);
        engine_options_parameter_name(parameter, help->names[count]);
        if (parameter->option == NULL && !is_engine_option(help->names[count])) {
            help->parameters[count] = (Option){.name = help->names[count],
                                               .argument = "VALUE",
                                               .kind = OPTION_FOUND,
                                               .help = parameter->meaning};
            count++;
        }
    }
    help->parameters[count] = (Option){0};
}

static ProgramHelp *program_help_new(void) {
    ProgramHelp *help = memory_new(1, sizeof *help);
    help->bench = bench_help(BENCH_EXTRAS, &help->bench_help);
    help->all[0] = &help->program;
    text_add(&help->usage,
             "usage: dihedra [OPTION...]             speaks GTP on standard input and output\n"
             "       dihedra SUBCOMMAND [OPTION...]\n"
             "       dihedra help [SUBCOMMAND]\n"
             "       dihedra --version\n"
             "\n"
             "Subcommands:\n");
    for (int i = 1; i < SUBCOMMAND_COUNT; i++) {
        const CommandHelp *one = SUBCOMMANDS[i].help == NULL ? &help->bench : SUBCOMMANDS[i].help;
        help->all[i] = one;
        text_add(&help->usage, "  %-14s %s\n", one->name, one->summary);
    }
    help->program = (CommandHelp){
        .name = "",
        .summary = "Go engine",
        .usage = text_get(&help->usage),
        .options = {ENGINE_OPTIONS, RUN_OPTIONS, CONFIG_OPTIONS},
        .notes = "Every parameter of the search is an option too: see dihedra help parameters.\n"
                 "The GTP commands: dihedra help gtp.\n"};
    return help;
}

static void program_help_free(ProgramHelp *help) {
    text_free(&help->bench_help.usage);
    text_free(&help->usage);
    free(help);
}

static const char *subcommand_name(int subcommand) {
    return SUBCOMMANDS[subcommand].name != NULL ? SUBCOMMANDS[subcommand].name
                                                : SUBCOMMANDS[subcommand].help->name;
}

/* Returns -1 if there is no such subcommand. */
static int find_subcommand(const char *name) {
    int i = SUBCOMMAND_COUNT - 1;
    while (i >= 0 && strcmp(name, subcommand_name(i)) != 0) {
        i--;
    }
    return i;
}

static int print_usage_of(int subcommand) {
    ProgramHelp *help = program_help_new();
    command_help_print(help->all[subcommand], stdout);
    program_help_free(help);
    return EXIT_SUCCESS;
}

/* Suggests a subcommand for a first word that is not one. */
static int print_unknown(const char *word) {
    Status status;
    if (!greeting_explain_file(word, &status)) {
        Suggestion suggestion = suggestion_new(word);
        for (int i = 1; i < SUBCOMMAND_COUNT; i++) {
            suggestion_offer(&suggestion, subcommand_name(i));
        }
        suggestion_offer(&suggestion, "help");
        status_fail(&status, "unknown subcommand '%.60s'%s", word,
                    suggestion_hint(&suggestion, (char[SUGGESTION_HINT_MAX]){0}));
    }
    return option_print_error("", &status);
}

/* ---- Manual pages and completions, for `make manual` ---- */

typedef struct {
    const char *command, *section;
    bool list;
} ManualOptions;

static const Option MANUAL_OPTIONS[] = {
    {.name = "SUBCOMMAND", .kind = OPTION_TEXT, .offset = offsetof(ManualOptions, command)},
    {.name = "--section",
     .argument = "N",
     .kind = OPTION_TEXT,
     .offset = offsetof(ManualOptions, section)},
    {.name = "--list", .kind = OPTION_FLAG, .offset = offsetof(ManualOptions, list)},
    {0},
};

/* `dihedra print-manual [--section N] [SUBCOMMAND]` prints a page in roff, --list the names of the
 * subcommands that have one. */
static int print_manual(int argc, char **argv) {
    ManualOptions options = {.command = "", .section = "6"};
    const OptionGroup groups[] = {{.options = MANUAL_OPTIONS, .target = &options}, {0}};
    Status status;
    if (!option_read(groups, argc, argv, &status)) {
        return option_print_error("", &status);
    }
    ProgramHelp *help = program_help_new();
    const int subcommand = find_subcommand(options.command);
    Text page = {0};
    list_parameters(help);
    help->program.options[3] = help->parameters;
    if (options.list) {
        for (int i = 1; help->all[i] != NULL; i++) {
            text_add(&page, "%s\n", help->all[i]->name);
        }
    } else if (subcommand >= 0) {
        manual_add_page(&page, help->all[subcommand], options.section, help->all);
    } else {
        status_fail(&status, "there is no subcommand '%.60s'", options.command);
    }
    fputs(text_get(&page), stdout);
    text_free(&page);
    program_help_free(help);
    return options.list || subcommand >= 0 ? EXIT_SUCCESS : option_print_error("", &status);
}

/* `dihedra print-completion SHELL`. */
static int print_completion(int argc, char **argv) {
    Shell shell = 0;
    while (shell < SHELL_COUNT && (argc != 2 || strcmp(argv[1], SHELL_NAMES[shell]) != 0)) {
        shell++;
    }
    if (shell == SHELL_COUNT) {
        return option_print_error("", &(Status){"print-completion: expected bash, zsh or fish"});
    }
    ProgramHelp *help = program_help_new();
    Text script = {0};
    list_parameters(help);
    help->program.options[3] = help->parameters;
    manual_add_completion(&script, shell, help->all);
    fputs(text_get(&script), stdout);
    text_free(&script);
    program_help_free(help);
    return EXIT_SUCCESS;
}

/* ---- Help ---- */

static int print_gtp_commands(void) {
    for (const GtpFamily *family = GTP_FAMILIES; family->commands != NULL; family++) {
        if (family->title != NULL) {
            printf("%s%s\n", family == GTP_FAMILIES ? "" : "\n", family->title);
        }
        for (const GtpCommand *command = family->commands; command->name != NULL; command++) {
            if (command->help != NULL) {
                printf("  %s%s%s\n      %s\n", command->name,
                       *command->arguments == '\0' ? "" : " ", command->arguments, command->help);
            }
        }
    }
    return EXIT_SUCCESS;
}

static int print_parameters(void) {
    const PlayerOptions defaults = player_default_options();
    printf(
        "Parameters of the search with their defaults and limits. Set them by --NAME VALUE on the\n"
        "command line, or by dihedra_param_search NAME VALUE over GTP.\n\n");
    for (const Parameter *parameter = PARAMETERS; parameter->name != NULL; parameter++) {
        static const char *const VALUES[] = {[PARAMETER_BOOL] = "   (0 or 1)",
                                             [PARAMETER_PROFILE] = "  (empty)",
                                             [PARAMETER_STRENGTH] = "   (off, 20k to 9d)",
                                             [PARAMETER_COLOR] = "   (B, W, E)"};
        const char *values = VALUES[parameter->type];
        Text line = {0};
        text_add(&line, "%s ", parameter->name);
        parameter_add_value(parameter, &defaults, &line);
        text_add(&line, values != NULL ? values : "   (%.12g to %.12g)", parameter->least,
                 parameter->most);
        text_add(&line, parameter->option != NULL ? "\n    or %s:" : "\n", parameter->option);
        printf("%s    %s\n", text_get(&line), parameter->meaning);
        text_free(&line);
    }
    return EXIT_SUCCESS;
}

static int print_help(const char *topic) {
    const int subcommand = strcmp(topic, "help") == 0 ? 0 : find_subcommand(topic);
    if (strcmp(topic, "gtp") == 0) { /* the language, not the subcommand */
        return print_gtp_commands();
    }
    if (strcmp(topic, "parameters") == 0) {
        return print_parameters();
    }
    return subcommand >= 0 ? print_usage_of(subcommand) : print_unknown(topic);
}

static bool asks_for_help(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            return true;
        }
    }
    return false;
}

static int run(int argc, char **argv) {
    const char *first = argc > 1 ? argv[1] : "";
    const int subcommand = find_subcommand(first);
    if (strcmp(first, "print-manual") == 0 || strcmp(first, "print-completion") == 0) {
        argv[1] = argv[0];
        return (strcmp(first, "print-manual") == 0 ? print_manual : print_completion)(argc - 1,
                                                                                      argv + 1);
    }
    if (strcmp(first, "--version") == 0) {
        version_print(stdout);
        return EXIT_SUCCESS;
    }
    if (asks_for_help(argc, argv)) {
        return print_usage_of(subcommand > 0 ? subcommand : 0);
    }
    if (strcmp(first, "help") == 0) {
        return argc == 3 ? print_help(argv[2]) : print_usage_of(0);
    }
    if (subcommand > 0) {
        argv[1] = argv[0];
        return SUBCOMMANDS[subcommand].run(argc - 1, argv + 1);
    }
    return first[0] == '-' || first[0] == '\0' ? run_gtp(argc, argv) : print_unknown(first);
}

int main(int argc, char **argv) {
    os_prepare_process(&argc, &argv);
    json_end_on_shortage();
    return flush_output(run(argc, argv));
}
