#include "regress/demo.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/os/streams.h"
#include "engine/base/os/system.h"
#include "regress/engine/engine_client.h"

static const double PATIENCE = 60; /* seconds for an answer, the time for a move aside */

typedef struct {
    int size;
    double move_time;
} DemoOptions;

// clang-format off
static const Option OPTIONS[] = {
    {.name = "--size", .argument = "N", .kind = OPTION_INT, .integer = {1, 25}, .offset = offsetof(DemoOptions, size),
     .help = "the board's size, 1 to 25 (default 9)"},
    {.name = "--move-time", .argument = "S", .kind = OPTION_REAL, .real = {0.001, 3600}, .offset = offsetof(DemoOptions, move_time),
     .help = "seconds a move (default 0.15)"},
    {0},
};
// clang-format on

const CommandHelp DEMO_HELP = {
    "demo",
    "shows a game of the engine against itself over GTP",
    "usage: dihedra demo [OPTION...]\n"
    "\n"
    "Plays a whole game of the engine against itself over GTP: a line a move, then the board and\n"
    "the result. On a terminal the board is shown after each move.\n",
    {OPTIONS},
    NULL};

/* Plays until two passes, a resignation, or the limit of moves. */
static bool play(EngineClient *engine, int move_limit, Status *status) {
    static const char *const COLORS[] = {"black", "white"};
    const bool on_terminal = os_is_terminal(OS_STANDARD_OUTPUT);
    char vertex[16] = "";
    int passes = 0;
    bool is_over = false;
    for (int move = 0; move < move_limit && !is_over; move++) {
        const char *color = COLORS[move % 2];
        char command[16];
        snprintf(command, sizeof command, "genmove %s", color);
        if (!engine_client_ask_line(engine, command, vertex, sizeof vertex, status)) {
            return false;
        }
        if (on_terminal) {
            printf("\033[H\033[J%s\n\n", engine_client_ask(engine, "showboard", status).text);
        }
        printf("%3d %s %s\n", move + 1, color, vertex);
        fflush(stdout);
        passes = strcmp(vertex, "pass") == 0 ? passes + 1 : 0;
        is_over = passes == 2 || strcmp(vertex, "resign") == 0;
    }
    printf("%s\n\n", engine_client_ask(engine, "showboard", status).text);
    printf("result: %s\n",
           passes < 2 ? vertex : engine_client_ask(engine, "final_score", status).text);
    return engine_client_is_running(engine);
}

int demo_main(int argc, char **argv) {
    DemoOptions options = {.size = 9, .move_time = 0.15};
    const OptionGroup groups[] = {{.options = OPTIONS, .target = &options}, {0}};
    Status status;
    if (!option_read(groups, argc, argv, &status)) {
        return option_print_error("demo", &status);
    }
    char move_time[40];
    snprintf(move_time, sizeof move_time, "--move-time %g", options.move_time);
    char *command = engine_process_own_command(argv[0], move_time);
    EngineClient engine = {.command = command,
                           .error_path = OS_NULL_FILE, /* its lines would come between ours */
                           .timeout = PATIENCE + options.move_time};
    const bool ok =
        engine_client_start(&engine, &status) &&
        engine_client_new_game(&engine, options.size, options.size, 7.5, &status) &&
        engine_client_tell(&engine, &status, "kata-get-models") && /* waits for the network */
        play(&engine, 2 * options.size * options.size, &status);
    if (!ok) {
        status_print("demo", &status);
    }
    engine_client_stop(&engine, NULL);
    free(command);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
