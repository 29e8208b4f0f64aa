/* The program's entry: GTP on standard input and output, or a subcommand. */
#include <stdlib.h>

#include "engine/base/file.h"
#include "engine/base/member.h"
#include "engine/base/os/files.h"
#include "engine/base/os/system.h"
#include "engine/base/simd.h"
#include "engine/base/version.h"
#include "engine/eval/inside/inside.h"
#include "engine/lab/bench/bench.h"
#include "engine/solve/dragon/owl.h"
#include "gtp/commands/families.h"
#include "gtp/commit.h"
#include "gtp/engine_options.h"
#include "gtp/session/loop.h"
#include "gtp/subcommands.h"
#include "regress/match/options.h"
#include "regress/review/options.h"
#include "regress/suite/regress.h"

/* `dihedra analyze` starts this program as its engine, whose parameters only this side knows. */
static int run_analyze(int argc, char **argv) {
    return analyze_main(argc, argv, engine_options_check_parameter);
}

static int run_match(int argc, char **argv) {
    return match_main(argc, argv, owl_prove);
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

/* Tells a person who starts the program on a terminal how to go on. argv0 is the program. */
static void print_greeting(const char *argv0) {
    if (!os_is_terminal(OS_STANDARD_INPUT)) {
        return;
    }
    char *path = os_full_path(os_program_path(argv0));
    const char *program = path != NULL ? path : argv0;
    fprintf(stderr,
            "Dihedra speaks GTP, as board programs do: type list_commands, genmove b, showboard or "
            "quit; dihedra help tells more.\n"
            "To play here: dihedra play\n"
            "To play in GoGui: Program > New Program, command %s\n"
            "To play in Sabaki: Engines > Manage Engines > Add, path %s\n",
            program, program);
    free(path);
}

static int speak_gtp(const char *argv0, const EngineOptions *options) {
    Status status;
    Models models;
    print_greeting(argv0);
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

static int run_gtp(int argc, char **argv) {
    EngineOptions options = engine_options_default();
    const OptionGroup groups[] = {
        engine_options_group(&options), {.options = SESSION_OPTIONS, .target = &options}, {0}};
    Status status;
    return option_read(groups, argc, argv, &status) ? speak_gtp(argv[0], &options)
                                                    : option_print_error("", &status);
}

static int run_katago_gtp(int argc, char **argv) {
    EngineOptions options = engine_options_default();
    int exit_status = EXIT_SUCCESS;
    return katago_read_gtp(argc, argv, &options, &exit_status) ? speak_gtp(argv[0], &options)
                                                               : exit_status;
}

/* ---- The network inside ---- */

typedef struct {
    const char *path;
} ExportOptions;

static const Option EXPORT_OPTIONS[] = {
    {.name = "FILE", .is_required = true, OPTION_TEXT_IN(ExportOptions, path)},
    {0},
};

static const CommandHelp EXPORT_NETWORK_HELP = {
    .name = "export-network",
    .summary = "writes the network inside to a file",
    .usage = "usage: dihedra export-network FILE\n"
             "\n"
             "Writes the network inside to FILE, in KataGo's format without compression.\n",
    .options = {EXPORT_OPTIONS},
};

static int export_network_main(int argc, char **argv) {
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

/* ---- The version, and what a report of a fault should name ---- */

#ifdef __clang__
static const char COMPILER[] = "clang " __clang_version__;
#else
static const char COMPILER[] = "gcc " __VERSION__;
#endif

static void print_version(void) {
    Status status;
    size_t stored;
    Model *model = network_read_model(NETWORK_INSIDE, &status);
    printf("Dihedra " DIHEDRA_VERSION "\n");
    printf("commit               %s\n", DIHEDRA_COMMIT[0] == '\0' ? "unknown" : DIHEDRA_COMMIT);
    printf("compiler             %s\n", COMPILER);
    printf("vector instructions  %s (networks), %s (boards)\n", fast_instructions(),
           simd_name(simd_level()));
    if (model != NULL && inside_bytes(&stored, &status) != NULL) {
        printf("network inside       %s, %.1f MB\n", model->name, (double)stored / 1e6);
    } else {
        printf("network inside       %s\n", inside_exists() ? status.text : "none");
    }
    model_free(model);
}

/* ---- Subcommands ---- */

/* The program without a subcommand comes first. */
static const struct {
    const CommandHelp *help;           /* NULL: of the program, which is made */
    int (*run)(int argc, char **argv); /* argv[0] is the program's path, the options follow */
} SUBCOMMANDS[] = {
    {NULL, run_gtp},
    {&ANALYSIS_HELP, analysis_main},
    {&ANALYZE_HELP, run_analyze},
    {&BENCH_HELP, bench_main},
    {&BOOK_HELP, book_main},
    {&COMPLY_HELP, comply_main},
    {&EXPORT_NETWORK_HELP, export_network_main},
    {&KATAGO_GTP_HELP, run_katago_gtp},
    {&MATCH_HELP, run_match},
    {&PAGE_HELP, page_main},
    {&PLAY_HELP, play_main},
    {&REGRESS_HELP, regress_main},
    {&SELFPLAY_HELP, selfplay_main},
    {&SOLVE_HELP, solve_main},
    {&TSUMEGO_HELP, tsumego_main},
    {&VERIFY_HELP, verify_main},
    {&KATAGO_VERSION_HELP, katago_version_main},
    {NULL, NULL},
};

/* Returns the index of the subcommand, or -1 if no subcommand has this name. */
static int find_subcommand(const char *name) {
    for (int i = 1; SUBCOMMANDS[i].run != NULL; i++) {
        if (strcmp(name, SUBCOMMANDS[i].help->name) == 0) {
            return i;
        }
    }
    return -1;
}

static int print_unknown(const char *word) {
    Status status;
    status_fail(&status, "unknown subcommand '%.60s'", word);
    return option_print_error("", &status);
}

/* ---- Help: each function returns the exit status ---- */

static int print_program_help(void) {
    Text usage =
        text_new("usage: dihedra [OPTION...]             speaks GTP on standard input and output\n"
                 "       dihedra SUBCOMMAND [OPTION...]\n"
                 "       dihedra help [SUBCOMMAND]\n"
                 "       dihedra --version\n"
                 "\n"
                 "Subcommands:\n");
    for (int i = 1; SUBCOMMANDS[i].run != NULL; i++) {
        text_add(&usage, "  %-14s %s\n", SUBCOMMANDS[i].help->name, SUBCOMMANDS[i].help->summary);
    }
    const CommandHelp help = {
        .name = "",
        .summary = "Go engine",
        .usage = text_get(&usage),
        .options = {ENGINE_OPTIONS, SESSION_OPTIONS},
        .notes = "Every parameter of the search is an option too: see dihedra help parameters.\n"
                 "The GTP commands: dihedra help gtp.\n"};
    command_help_print(&help, stdout);
    text_free(&usage);
    return EXIT_SUCCESS;
}

static int print_help(int subcommand) {
    if (subcommand <= 0) {
        return print_program_help();
    }
    command_help_print(SUBCOMMANDS[subcommand].help, stdout);
    return EXIT_SUCCESS;
}

static int print_gtp_commands(void) {
    for (const GtpFamily *family = GTP_FAMILIES; family->commands != NULL; family++) {
        if (family->title != NULL) {
            printf("%s%s\n", family == GTP_FAMILIES ? "" : "\n", family->title);
        }
        for (const GtpCommand *command = family->commands; command->name != NULL; command++) {
            printf("  %s%s%s\n      %s\n", command->name, *command->arguments == '\0' ? "" : " ",
                   command->arguments, command->help);
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
                                             [PARAMETER_COLOR] = "   (B, W, E)",
                                             [PARAMETER_AUTO] = "   (auto, true, false)"};
        const char *values = VALUES[parameter->type];
        Text line = text_new("%s ", parameter->name);
        parameter_add_value(parameter, &defaults, &line);
        text_add(&line, values != NULL ? values : "   (%.12g to %.12g)", parameter->least,
                 parameter->most);
        text_add(&line, parameter->option != NULL ? "\n    or %s:" : "\n", parameter->option);
        printf("%s    %s\n", text_get(&line), parameter->meaning);
        text_free(&line);
    }
    return EXIT_SUCCESS;
}

/* A topic is gtp (the commands), parameters, help or a subcommand. */
static int print_topic(const char *topic) {
    const int subcommand = find_subcommand(topic);
    if (strcmp(topic, "gtp") == 0) { /* the language, not the subcommand */
        return print_gtp_commands();
    }
    if (strcmp(topic, "parameters") == 0) {
        return print_parameters();
    }
    return strcmp(topic, "help") == 0 || subcommand > 0 ? print_help(subcommand)
                                                        : print_unknown(topic);
}

static int run_program(int argc, char **argv) {
    const char *first = argc > 1 ? argv[1] : "";
    const int subcommand = find_subcommand(first);
    if (strcmp(first, "--version") == 0) {
        print_version();
        return EXIT_SUCCESS;
    }
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            return print_help(subcommand);
        }
    }
    if (strcmp(first, "help") == 0) {
        return argc == 3 ? print_topic(argv[2]) : print_program_help();
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
    return flush_output(run_program(argc, argv));
}
