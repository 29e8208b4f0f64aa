/* The demonstration game. The board shown is that of Black's engine. Each engine is told the
 * other's moves by "play", so both must agree on the rules.
 *
 * Invariant: the whole takes at most the time of all allowed moves plus spare_seconds; every wait
 * ends at that deadline. */
#include "regress/demo.h"
#include "engine/base/clock.h"
#include "engine/base/options.h"
#include "engine/base/os/end_requests.h"
#include "engine/base/os/streams.h"
#include "engine/base/os/system.h"
#include "regress/engine/engine_client.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const side_names[] = {"black", "white"};
static const double spare_seconds = 3; /* for all but moves: start, boards, score */

typedef struct {
    const char *commands[2]; /* NULL: this program */
    int size;
    double komi, move_time; /* seconds */
} DemoOptions;

typedef struct {
    DemoOptions options;
    EngineClient engines[2];
    double seconds[2]; /* of thinking */
    double deadline;
    bool on_terminal;
    EndRequests *watch; /* on a terminal, during the game */
    int moves, passes;  /* passes: in a row */
    int slowest;        /* move */
    double slowest_seconds;
    int resigned; /* who did; -1: neither */
    char title[192];
} Demo;

static const char USAGE[] =
    "usage: dihedra demo [OPTION...]\n"
    "\n"
    "Plays a whole game of the engine against itself over GTP and shows it move by move:\n"
    "in place on a terminal; in a pipe, a line a move and the last board.\n";

static const char NOTES[] =
    "A game has at most two moves a point of the board, and takes S for each and 3 seconds more.\n"
    "Exit status: 0 if the game ended by two passes or a resignation, 1 if it did not,\n"
    "2 if an option is wrong.\n";

#define FIELD(member) offsetof(DemoOptions, member)

// clang-format off
static const Option OPTIONS[] = {
    {.name = "--black", .argument = "COMMAND", .kind = OPTION_TEXT, .offset = FIELD(commands[BLACK]),
     .help = "another engine for Black, such as \"gnugo --mode gtp\""},
    {.name = "--white", .argument = "COMMAND", .kind = OPTION_TEXT, .offset = FIELD(commands[WHITE]),
     .help = "another engine for White"},
    {.name = "--size", .argument = "N", .kind = OPTION_INT, .integer = {1, 25}, .offset = FIELD(size),
     .help = "the board's size, 1 to 25 (default 9)"},
    {.name = "--komi", .argument = "K", .kind = OPTION_REAL, .real = {-1000, 1000}, .offset = FIELD(komi),
     .help = "White's compensation (default 7.5)"},
    {.name = "--move-time", .argument = "S", .kind = OPTION_REAL, .real = {0.001, 3600}, .offset = FIELD(move_time),
     .help = "seconds a move of this program's engine (default 0.15)"},
    {0},
};
// clang-format on

const CommandHelp DEMO_HELP = {
    "demo", "shows a game of the engine against itself over GTP", USAGE, {OPTIONS}, NOTES};

/* ---- The screen ---- */

/* Switch to the terminal's second screen with the cursor hidden, and back to the first. */
static const char enter_screen[] = "\033[?1049h\033[?25l";
static const char leave_screen[] = "\033[?25h\033[?1049l";

/* Restores the terminal and dies of the signal as if it had not been caught. */
static void die_restored(void *context, int signal) {
    (void)context;
    stream_write(OS_STANDARD_OUTPUT, leave_screen, sizeof leave_screen - 1);
    end_requests_die(signal);
}

static bool open_screen(Demo *demo, Status *status) {
    demo->watch = end_requests_watch(die_restored, demo, status);
    if (demo->watch != NULL) {
        fputs(enter_screen, stdout);
        fflush(stdout);
    }
    return demo->watch != NULL;
}

static void close_screen(Demo *demo) {
    fputs(leave_screen, stdout);
    fflush(stdout);
    end_requests_finish(demo->watch, END_REQUESTS_AS_BEFORE);
}

/* Prints the lines of a text, over those on the screen. */
static void print_lines(const char *text, const char *line_end) {
    text += strspn(text, "\n");
    while (*text != '\0') {
        int length = (int)strcspn(text, "\n");
        printf("%.*s%s", length, text, line_end);
        text += length;
        text += *text == '\n';
    }
}

/* ---- The engines ---- */

static bool fail(int side, const Status *why, Status *status) {
    return status_fail(status, "%s: %.240s", side_names[side], why->text);
}

/* Returns an answer with the reason in status if it is not ENGINE_OK. */
static EngineAnswer ask(Demo *demo, int side, Status *status, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static EngineAnswer ask(Demo *demo, int side, Status *status, const char *format, ...) {
    char command[64];
    Status why;
    va_list args;
    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    const EngineAnswer answer = engine_client_ask_within(&demo->engines[side], command,
                                                         demo->deadline - clock_seconds(), &why);
    if (answer.outcome != ENGINE_OK) {
        fail(side, &why, status);
    }
    return answer;
}

static bool start_engines(Demo *demo, const char *program, Status *status) {
    char move_time[40];
    Status why;
    bool ok = true;
    snprintf(move_time, sizeof move_time, "--move-time %g", demo->options.move_time);
    char *own = engine_process_own_command(program, move_time);
    for (int side = BLACK; side <= WHITE && ok; side++) {
        const char *command = demo->options.commands[side];
        demo->engines[side] = (EngineClient){
            .command = command != NULL ? command : own,
            .error_path = demo->on_terminal ? OS_NULL_FILE : NULL, /* else it spoils the screen */
            .timeout = demo->deadline - clock_seconds()};
        ok = engine_client_start(&demo->engines[side], &why) || fail(side, &why, status);
    }
    free(own);
    return ok;
}

static bool set_up_engines(Demo *demo, Status *status) {
    const int size = demo->options.size;
    const EngineClient *black = &demo->engines[BLACK], *white = &demo->engines[WHITE];
    Status why;
    for (int side = BLACK; side <= WHITE; side++) {
        EngineClient *client = &demo->engines[side];
        if (!engine_client_introduce(client, &why) ||
            !engine_client_new_game(client, size, size, demo->options.komi, &why)) {
            return fail(side, &why, status);
        }
        if (demo->options.commands[side] == NULL) { /* its first move shall not come too soon */
            engine_client_ask(client, "kata-get-models", &why); /* waits for the network */
        }
    }
    snprintf(demo->title, sizeof demo->title,
             "%.40s %.20s (black) against %.40s %.20s (white), komi %g", black->name,
             black->version, white->name, white->version, demo->options.komi);
    return true;
}

/* ---- The game ---- */

/* Shows the last move. */
static bool show(Demo *demo, const char *caption, Status *status) {
    if (demo->on_terminal) {
        const EngineAnswer board = ask(demo, BLACK, status, "showboard");
        if (board.outcome != ENGINE_OK) {
            return false;
        }
        printf("\033[H%s\033[K\n\033[K\n", demo->title);
        print_lines(board.text, "\033[K\n");
        printf("\033[K\n%s\033[K\033[J", caption);
    } else {
        printf("%s\n", caption);
    }
    return fflush(stdout) == 0 ||
           status_fail(status, "standard output: %s", strerror(errno)); /* it has no reader */
}

/* Gets one move of a side, tells it to the other and shows it. */
static bool play_move(Demo *demo, int side, Status *status) {
    char vertex[8];
    const char *color = side_names[side];
    EngineAnswer move = ask(demo, side, status, "genmove %s", color);
    if (move.outcome != ENGINE_OK) {
        return false;
    }
    size_t length = strlen(move.text);
    if (length >= sizeof vertex || strspn(move.text, "abcdefghijklmnopqrstuvwxyz"
                                                     "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                     "0123456789") != length) {
        return status_fail(status, "%s: \"%.40s\" is no move", color, move.text);
    }
    memcpy(vertex, move.text, length + 1);
    demo->seconds[side] += move.seconds;
    if (strcasecmp(vertex, "resign") == 0) {
        demo->resigned = side;
        return true;
    }
    demo->moves++;
    if (move.seconds > demo->slowest_seconds) {
        demo->slowest_seconds = move.seconds;
        demo->slowest = demo->moves;
    }
    demo->passes = strcasecmp(vertex, "pass") == 0 ? demo->passes + 1 : 0;
    if (ask(demo, !side, status, "play %s %s", color, vertex).outcome != ENGINE_OK) {
        return false;
    }
    char caption[64];
    snprintf(caption, sizeof caption, "move %d: %s %s, %.2f s", demo->moves, color, vertex,
             move.seconds);
    return show(demo, caption, status);
}

static bool play_game(Demo *demo, int move_limit, Status *status) {
    bool ok = true;
    while (ok && demo->resigned < 0 && demo->passes < 2) {
        ok = demo->moves == move_limit
                 ? status_fail(status, "the game has not ended after %d moves", move_limit)
                 : play_move(demo, demo->moves % 2, status);
    }
    return ok;
}

/* ---- The report ---- */

static void report_result(Demo *demo) {
    char scores[2][40];
    const char *black = scores[BLACK], *white = scores[WHITE];
    Status why;
    if (demo->resigned >= 0) {
        printf("result: %c+R, %s resigned\n", demo->resigned == BLACK ? 'W' : 'B',
               side_names[demo->resigned]);
        return;
    }
    for (int side = BLACK; side <= WHITE; side++) {
        const EngineAnswer score = ask(demo, side, &why, "final_score");
        snprintf(scores[side], sizeof scores[side], "%.39s",
                 score.outcome == ENGINE_OK ? score.text : "no score");
    }
    const bool are_margins =
        black[0] == white[0] && black[0] != '\0' && black[1] == '+' && white[1] == '+';
    if (strcasecmp(black, white) == 0 ||
        (are_margins && strtod(black + 2, NULL) == strtod(white + 2, NULL))) {
        printf("result: %s, by both engines\n", black);
    } else {
        printf("result: the engines disagree: %s by black, %s by white\n", black, white);
    }
}

/* Prints how many stones each side has captured, if Black's engine can tell. */
static void report_captures(Demo *demo) {
    int stones[2];
    Status why;
    if (strcmp(ask(demo, BLACK, &why, "known_command captures").text, "true") != 0) {
        return;
    }
    for (int side = BLACK; side <= WHITE; side++) {
        EngineAnswer answer = ask(demo, BLACK, &why, "captures %s", side_names[side]);
        if (sscanf(answer.text, "%d", &stones[side]) != 1) {
            return;
        }
    }
    printf("captures: black %d, white %d\n", stones[BLACK], stones[WHITE]);
}

static void report_times(const Demo *demo) {
    double seconds = demo->seconds[BLACK] + demo->seconds[WHITE];
    printf("moves: %d\n", demo->moves);
    printf("thinking: black %.2f s, white %.2f s", demo->seconds[BLACK], demo->seconds[WHITE]);
    if (demo->moves > 0 && seconds > 0) {
        printf(", %.1f moves a second; slowest: move %d, %.2f s", demo->moves / seconds,
               demo->slowest, demo->slowest_seconds);
    }
    printf("\n");
}

/* ---- The whole ---- */

/* Starts the engines and plays the game. The terminal is restored afterwards. */
static bool play_shown(Demo *demo, const char *program, Status *status) {
    int move_limit = 2 * demo->options.size * demo->options.size;
    demo->deadline = clock_seconds() + spare_seconds + move_limit * demo->options.move_time;
    if (!start_engines(demo, program, status) || !set_up_engines(demo, status)) {
        return false;
    }
    if (!demo->on_terminal) {
        printf("%s\n\n", demo->title);
    } else if (!open_screen(demo, status)) {
        return false;
    }
    const bool ok = play_game(demo, move_limit, status);
    if (demo->on_terminal) {
        close_screen(demo);
        printf("%s\n", demo->title);
    }
    Status why;
    printf("\n");
    print_lines(ask(demo, BLACK, &why, "showboard").text, "\n");
    printf("\n");
    return ok;
}

int demo_main(int argc, char **argv) {
    Status status;
    Demo demo = {.options = {.size = 9, .komi = 7.5, .move_time = 0.15},
                 .resigned = -1,
                 .on_terminal = os_is_terminal(OS_STANDARD_OUTPUT)};
    const OptionGroup groups[] = {{.options = OPTIONS, .target = &demo.options}, {0}};
    if (!option_read(groups, argc, argv, &status)) {
        return option_print_error("demo", &status);
    }
    bool ok = play_shown(&demo, argv[0], &status);
    if (ok) {
        report_result(&demo);
        report_captures(&demo);
    } else {
        status_print("demo", &status);
    }
    if (demo.moves > 0) {
        report_times(&demo);
    }
    for (int side = BLACK; side <= WHITE; side++) {
        Status why;
        if (!engine_client_stop(&demo.engines[side], &why)) {
            fprintf(stderr, "dihedra demo: %s: %s\n", side_names[side], why.text);
        }
    }
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
