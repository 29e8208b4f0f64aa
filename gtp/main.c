/* The program's entry: GTP on standard input and output, or a subcommand. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/lab/bench/bench.h"
#include "engine/lab/bench/ranks.h"
#include "engine/player/parameter.h"
#include "gtp/commands/families.h"
#include "gtp/export_network.h"
#include "gtp/json/analysis.h"
#include "gtp/json/katago.h"
#include "gtp/loop.h"
#include "gtp/models.h"
#include "gtp/selfplay/selfplay.h"
#include "gtp/solve/solve.h"
#include "gtp/solve/verify.h"
#include "regress/demo.h"
#include "regress/latency.h"
#include "regress/match/match.h"
#include "regress/review/analyze.h"
#include "regress/suite/regress.h"

static int run_bench(int argc, char **argv) {
    static const BenchExtra EXTRAS[] = {
        {"latency", LATENCY_HELP, LATENCY_OPTIONS, latency_main},
        {"ranks", BENCH_RANKS_HELP, BENCH_RANKS_OPTIONS, bench_ranks_main},
        {NULL, NULL, NULL, NULL},
    };
    return bench_main(argc, argv, EXTRAS);
}

/* `dihedra analyze` starts this program as its engine, whose parameters only this side knows. */
static int run_analyze(int argc, char **argv) {
    return analyze_main(argc, argv, engine_options_check_parameter);
}

/* Returns the exit status, or failure if standard output cannot be written. */
static int flush_output(int exit_status) {
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "dihedra: standard output cannot be written\n");
        return EXIT_FAILURE;
    }
    return exit_status;
}

static int speak_gtp(const EngineOptions *options) {
    Status status;
    Models models;
    if (!models_start(options, &models, &status)) {
        status_print("", &status);
        return EXIT_FAILURE;
    }
    const int exit_status = loop_run(options, GTP_FAMILIES, &models, STDIN_FILENO, stdout);
    if (models_are_under_way(&models)) {
        /* The loading thread may be inside a library for seconds and cannot be told to leave it, so
         * the process ends under it, without running the libraries' exit handlers. */
        _exit(flush_output(exit_status));
    }
    models_free(&models);
    return exit_status;
}

static int run_gtp(int argc, char **argv) {
    EngineOptions options = engine_options_default();
    const OptionGroup groups[] = {engine_options_group(&options), {0}};
    Status status;
    return option_read(groups, argc, argv, &status) ? speak_gtp(&options)
                                                    : option_print_error("", &status);
}

static int run_katago_gtp(int argc, char **argv) {
    EngineOptions options = engine_options_default();
    bool help = false;
    int exit_status = EXIT_SUCCESS;
    if (katago_read_gtp(argc, argv, &options, &help, &exit_status) && !help) {
        exit_status = speak_gtp(&options);
    }
    return exit_status;
}

/* Each is called with the path of this program as argv[0] and its options. All know --help. */
static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary;
} SUBCOMMANDS[] = {
    {"analysis", analysis_main, "speaks KataGo's JSON analysis protocol"},
    {"analyze", run_analyze, "reviews a game: what each move lost, what was better"},
    {"bench", run_bench,
     "measures the machine, the hash, the table, the search, the latency and more"},
    {"demo", demo_main, "shows a game of the engine against itself over GTP"},
    {"export-network", export_network_main, "writes the network inside to a file"},
    {"gtp", run_katago_gtp, "speaks GTP by the command line of `katago gtp`"},
    {"match", match_main, "plays matches and tournaments of GTP engines"},
    {"regress", regress_main, "runs regression suites (.tst) on a GTP engine"},
    {"selfplay", selfplay_main, "plays games of the engine against itself in one process"},
    {"solve", solve_main, "finds the exact score of a small board or a late position"},
    {"verify", verify_main, "checks a proof that dihedra solve has written"},
    {"version", katago_version_main, "says which release of KataGo is imitated"},
};

enum { SUBCOMMAND_COUNT = sizeof SUBCOMMANDS / sizeof SUBCOMMANDS[0] };

static int find_subcommand(const char *name) {
    int i = 0;
    while (i < SUBCOMMAND_COUNT && strcmp(name, SUBCOMMANDS[i].name) != 0) {
        i++;
    }
    return i;
}

static int print_usage(void) {
    printf("usage: dihedra [OPTION...]             speaks GTP on standard input and output\n"
           "       dihedra SUBCOMMAND [OPTION...]\n"
           "       dihedra help [SUBCOMMAND]\n"
           "       dihedra --version\n"
           "\n"
           "Subcommands:\n");
    for (int i = 0; i < SUBCOMMAND_COUNT; i++) {
        printf("  %-14s %s\n", SUBCOMMANDS[i].name, SUBCOMMANDS[i].summary);
    }
    printf("\nOptions:\n");
    engine_options_print_help();
    printf("\nEvery parameter of the search is an option too: see dihedra help parameters.\n"
           "The GTP commands: dihedra help gtp.\n");
    return EXIT_SUCCESS;
}

static int print_gtp_commands(void) {
    for (const GtpFamily *family = GTP_FAMILIES; family->commands != NULL; family++) {
        printf("%s%s\n", family == GTP_FAMILIES ? "" : "\n", family->title);
        for (const GtpCommand *command = family->commands; command->name != NULL; command++) {
            if (command->help != NULL) {
                printf("  %s%s%s\n      %s\n", command->name,
                       *command->arguments == '\0' ? "" : " ", command->arguments, command->help);
            }
        }
    }
    return EXIT_SUCCESS;
}

/* These are set by --NAME VALUE on the command line, and by dihedra_param_search over GTP. */
static int print_parameters(void) {
    const PlayerOptions defaults = player_default_options();
    printf(
        "Parameters of the search with their defaults and limits. Set them by --NAME VALUE on the\n"
        "command line, or by dihedra_param_search NAME VALUE over GTP.\n\n");
    for (const Parameter *parameter = PARAMETERS; parameter->name != NULL; parameter++) {
        Text value = {0};
        parameter_add_value(parameter, &defaults, &value);
        printf("%s %s", parameter->name, text_get(&value));
        if (parameter->type == PARAMETER_BOOL) {
            printf("   (0 or 1)\n");
        } else if (parameter->type == PARAMETER_PROFILE) {
            printf("  (empty)\n");
        } else if (parameter->type == PARAMETER_STRENGTH) {
            printf("   (off, 20k to 9d)\n");
        } else if (parameter->type == PARAMETER_COLOR) {
            printf("   (B, W, E)\n");
        } else {
            printf("   (%.12g to %.12g)\n", parameter->least, parameter->most);
        }
        if (parameter->option != NULL) {
            printf("    or %s:", parameter->option);
        }
        printf("    %s\n", parameter->meaning);
        text_free(&value);
    }
    return EXIT_SUCCESS;
}

static int print_usage_of(int subcommand) {
    char *arguments[] = {"dihedra", "--help", NULL};
    return SUBCOMMANDS[subcommand].run(2, arguments);
}

static int print_help(const char *topic) {
    const int subcommand = find_subcommand(topic);
    if (strcmp(topic, "gtp") == 0) { /* the language, not the subcommand */
        return print_gtp_commands();
    }
    if (subcommand < SUBCOMMAND_COUNT) {
        return print_usage_of(subcommand);
    }
    if (strcmp(topic, "parameters") == 0) {
        return print_parameters();
    }
    Status status;
    status_fail(&status, "no help on '%.60s'", topic);
    return option_print_error("", &status);
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
    if (subcommand < SUBCOMMAND_COUNT) {
        if (asks_for_help(argc, argv)) {
            return print_usage_of(subcommand);
        }
        argv[1] = argv[0];
        return SUBCOMMANDS[subcommand].run(argc - 1, argv + 1);
    }
    if (strcmp(first, "--version") == 0) {
        printf("Dihedra %s\n", DIHEDRA_VERSION);
        return EXIT_SUCCESS;
    }
    if (strcmp(first, "help") == 0 && argc == 3) {
        return print_help(argv[2]);
    }
    return strcmp(first, "help") == 0 || asks_for_help(argc, argv) ? print_usage()
                                                                   : run_gtp(argc, argv);
}

/* Opens what the caller closed of the standard streams, so that no other file gets their numbers: a
 * pipe of ours on number 0 would be waited on as the input, for good. Only for reading: a write to
 * closed standard output must fail. */
static void open_standard_streams(void) {
    int fd;
    do {
        fd = open("/dev/null", O_RDONLY);
    } while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0) {
        close(fd);
    }
}

int main(int argc, char **argv) {
    open_standard_streams();
    signal(SIGPIPE, SIG_IGN); /* a write to a closed pipe fails instead */
    signal(SIGXFSZ, SIG_IGN); /* and so does one to a file that may not grow */
    return flush_output(run(argc, argv));
}
