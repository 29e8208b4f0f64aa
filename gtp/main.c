/* The program's entry: GTP on standard input and output, or a subcommand. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/bench/bench.h"
#include "gtp/loop.h"
#include "gtp/selfplay.h"
#include "regress/demo.h"

static const char USAGE[] =
    "usage: dihedra [OPTION...]             speaks GTP on standard input and output\n"
    "       dihedra SUBCOMMAND [OPTION...]\n"
    "       dihedra help [SUBCOMMAND]\n"
    "       dihedra --version\n"
    "\n"
    "Subcommands:\n"
    "  bench      measures the machine, the hash, the table, the playouts, what symmetry saves\n"
    "  demo       shows a whole game of the engine against itself over GTP\n"
    "  selfplay   plays games of the engine against itself\n"
    "\n"
    "Options:\n";

static int print_help(const char *subcommand) {
    if (strcmp(subcommand, "bench") == 0) {
        fputs(BENCH_HELP, stdout);
    } else if (strcmp(subcommand, "selfplay") == 0) {
        printf("%s%s", SELFPLAY_HELP, OPTIONS_HELP);
    } else if (strcmp(subcommand, "demo") == 0) {
        char *arguments[] = {"dihedra", "--help", NULL};
        return demo_main(2, arguments);
    } else if (strcmp(subcommand, "gtp") == 0) {
        for (int i = 0; GTP_FAMILIES[i] != NULL; i++) {
            for (const GtpCommand *command = GTP_FAMILIES[i]; command->name != NULL; command++) {
                printf("%s %s\n    %s\n", command->name, command->arguments, command->help);
            }
        }
    } else {
        fprintf(stderr, "dihedra: no help on %s; try dihedra help\n", subcommand);
        return 2;
    }
    return EXIT_SUCCESS;
}

static int run_gtp(int argc, char **argv) {
    Options options = options_default();
    Status status;
    int i = 1;
    while (i < argc) {
        if (!options_read(&options, argc, argv, &i, &status)) {
            fprintf(stderr, "dihedra: %s; try dihedra help\n", status.text);
            return 2;
        }
    }
    return gtp_loop(&options, STDIN_FILENO, stdout);
}

static bool asks_for_help(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            return true;
        }
    }
    return false;
}

static bool is_subcommand(const char *word) {
    return strcmp(word, "bench") == 0 || strcmp(word, "selfplay") == 0 || strcmp(word, "demo") == 0;
}

static int run(int argc, char **argv) {
    const char *first = argc > 1 ? argv[1] : "";
    if (strcmp(first, "--version") == 0) {
        printf("Dihedra %s\n", DIHEDRA_VERSION);
        return EXIT_SUCCESS;
    }
    if (strcmp(first, "help") == 0 && argc == 3) {
        return print_help(argv[2]);
    }
    if (is_subcommand(first) && asks_for_help(argc, argv)) {
        return print_help(first);
    }
    if (strcmp(first, "help") == 0 || asks_for_help(argc, argv)) {
        printf("%s%s\nThe GTP commands: dihedra help gtp\n", USAGE, OPTIONS_HELP);
        return EXIT_SUCCESS;
    }
    if (strcmp(first, "bench") == 0) {
        return bench_main(argc - 1, argv + 1);
    }
    if (strcmp(first, "selfplay") == 0) {
        return selfplay_main(argc - 1, argv + 1);
    }
    if (strcmp(first, "demo") == 0) {
        argv[1] = argv[0];
        return demo_main(argc - 1, argv + 1);
    }
    return run_gtp(argc, argv);
}

int main(int argc, char **argv) {
    signal(SIGPIPE, SIG_IGN); /* a reader that has gone is an error of the write */
    const int status = run(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "dihedra: standard output cannot be written\n");
        return EXIT_FAILURE;
    }
    return status;
}
