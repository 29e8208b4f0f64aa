/* What ends a search of the whole program: "# interrupt", even after blank lines, and an output
 * that has lost its reader. Over pipes, sockets and terminals. */
#include "engine/base/clock.h"
#include "tests/support/program/cleanup.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static const double long_time = 20; /* seconds; never to be reached */

typedef struct {
    pid_t process;
    int input, output; /* our ends, which may be the same descriptor */
} Engine;

typedef enum { OVER_PIPES, OVER_SOCKET } Way;

/* Opens our ends in engine, the engine's in theirs. */
static void open_ends(Way way, Engine *engine, int theirs[2]) {
    int in[2], out[2];
    if (way == OVER_PIPES) {
        cr_assert(pipe(in) == 0 && pipe(out) == 0);
        *engine = (Engine){.input = in[1], .output = out[0]};
        theirs[0] = in[0];
        theirs[1] = out[1];
    } else {
        cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, in), 0);
        *engine = (Engine){.input = in[0], .output = in[0]};
        theirs[0] = theirs[1] = in[1];
    }
    cr_assert(fcntl(engine->input, F_SETFD, FD_CLOEXEC) == 0 &&
              fcntl(engine->output, F_SETFD, FD_CLOEXEC) == 0);
}

/* Starts the program with searches that never end by themselves. */
static Engine start(Way way, const char *ponder) {
    const char *program = getenv("DIHEDRA");
    cr_assert_not_null(program);
    Engine engine;
    int theirs[2] = {-1, -1};
    open_ends(way, &engine, theirs);
    engine.process = fork();
    if (engine.process == 0) {
        dup2(theirs[0], STDIN_FILENO);
        dup2(theirs[1], STDOUT_FILENO);
        close(theirs[0]);
        close(theirs[1] == theirs[0] ? -1 : theirs[1]);
        freopen("/dev/null", "w", stderr);
        execl(program, program, "--size", "9", "--visits", "1000000000", "--resign", "0",
              "--ponder", ponder, "--memory", "64", (char *)NULL);
        _exit(127);
    }
    close(theirs[0]);
    close(theirs[1] == theirs[0] ? -1 : theirs[1]);
    return engine;
}

static void say(const Engine *engine, const char *lines) {
    const size_t length = strlen(lines);
    cr_assert_eq(write(engine->input, lines, length), (ssize_t)length);
}

/* Reads until the text comes. False if it does not in the long time. */
static bool hear(const Engine *engine, const char *expected) {
    char heard[1 << 16] = "";
    size_t length = 0;
    const double end = clock_seconds() + long_time;
    while (strstr(heard, expected) == NULL) {
        struct pollfd fd = {engine->output, POLLIN, 0};
        const double left = end - clock_seconds();
        if (left <= 0 || poll(&fd, 1, (int)(1000 * left)) <= 0) {
            return false;
        }
        if (length > sizeof heard / 2) { /* reports go on */
            memmove(heard, heard + length - 64, 64);
            length = 64;
        }
        const ssize_t count = read(engine->output, heard + length, sizeof heard / 2 - 1);
        if (count <= 0) {
            return false;
        }
        length += (size_t)count;
        heard[length] = '\0';
    }
    return true;
}

/* How long until it exits, or the long time, after which it is killed. */
static double seconds_to_exit(const Engine *engine, int *status) {
    const double start_time = clock_seconds();
    double seconds = 0;
    while (waitpid(engine->process, status, WNOHANG) == 0) {
        seconds = clock_seconds() - start_time;
        if (seconds >= long_time) {
            kill(engine->process, SIGKILL);
        }
        usleep(2000);
    }
    return seconds;
}

static void close_ends(const Engine *engine) {
    close(engine->input);
    if (engine->output != engine->input) {
        close(engine->output);
    }
}

static void stop(const Engine *engine) {
    int status;
    close_ends(engine);
    seconds_to_exit(engine, &status);
}

/* ---- "# interrupt" ---- */

Test(gtp_interrupt, ends_every_search_behind_blank_lines, .timeout = 300) {
    static const char *const COMMANDS[] = {
        "genmove b",
        "reg_genmove b",
        "kata-genmove_analyze b",
        "kata-search_analyze b",
        "cgos-genmove_analyze b",
    };
    static const char *const LINES[] = {"# interrupt\n", "\n  \n# a comment\n# interrupt\r\n",
                                        "name\n"};
    const Engine engine = start(OVER_PIPES, "off");
    for (size_t i = 0; i < sizeof COMMANDS / sizeof COMMANDS[0]; i++) {
        char lines[256];
        for (int j = 0; j < 2; j++) {
            snprintf(lines, sizeof lines, "clear_board\n1 %s\n%s8 query_boardsize\n", COMMANDS[i],
                     LINES[j]);
            say(&engine, lines);
            cr_assert(hear(&engine, "=8 9\n\n"), "%s", lines);
        }
        snprintf(lines, sizeof lines, "clear_board\n1 %s\n", COMMANDS[i]); /* under way */
        say(&engine, lines);
        usleep(20000);
        say(&engine, "\n# interrupt\n8 query_boardsize\n");
        cr_assert(hear(&engine, "=8 9\n\n"), "%s", lines);
    }
    stop(&engine);
}

/* GoGui sends nothing else while a command runs. */
Test(gtp_interrupt, ends_an_analysis, .timeout = 120) {
    static const char *const COMMANDS[] = {"lz-analyze 1", "kata-analyze b 1", "kata-analyze 1",
                                           "kata-search_analyze_cancellable b 1"};
    const Engine engine = start(OVER_PIPES, "off");
    for (size_t i = 0; i < sizeof COMMANDS / sizeof COMMANDS[0]; i++) {
        say(&engine, formatted("\n# a comment\n\n7 %s\n", COMMANDS[i]));
        cr_assert(hear(&engine, "info "), "%s", COMMANDS[i]);
        say(&engine, "# interrupt\n");
        cr_assert(hear(&engine, "\n\n"), "%s", COMMANDS[i]);
    }
    stop(&engine);
}

/* An interrupt stops the command before it and no other. */
Test(gtp_interrupt, leaves_other_commands_alone, .timeout = 60) {
    const Engine engine = start(OVER_PIPES, "off");
    say(&engine, "kata-set-param maxVisits 1000\nkata-set-param early_stop 0\nname\n\n# interrupt\n"
                 "1 kata-genmove_analyze b rootInfo true\nversion\n\n# interrupt\n");
    cr_assert(hear(&engine, "rootInfo visits 1000 "));
    stop(&engine);
}

/* ---- Nobody listens ---- */

/* When both ends close, the running and the queued searches end, and so does the program. */
static void expect_end_without_reader(Way way) {
    static const char *const LINES[] = {
        "1 protocol_version\ngenmove b\n",
        "1 protocol_version\ngenmove b\ngenmove w\n\n",
        "1 protocol_version\nkata-analyze b 100\n",
        "1 protocol_version\nkata-search_cancellable b\n",
    };
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        const Engine engine = start(way, "off");
        int status;
        say(&engine, LINES[i]);
        cr_assert(hear(&engine, "=1 2\n\n"));
        usleep(30000);
        close_ends(&engine);
        const double seconds = seconds_to_exit(&engine, &status);
        cr_assert(seconds < 2 && WIFEXITED(status), "%d, %s: %f s, %x", way, LINES[i], seconds,
                  status);
    }
}

Test(gtp_interrupt, no_reader_ends_everything, .timeout = 300) {
    expect_end_without_reader(OVER_PIPES);
    expect_end_without_reader(OVER_SOCKET);
}

/* The input ends long before the output does, so its reading thread is gone by then. */
Test(gtp_interrupt, the_end_of_the_input_alone_ends_nothing, .timeout = 60) {
    const Engine engine = start(OVER_PIPES, "off");
    int status;
    say(&engine, "1 protocol_version\ngenmove b\n");
    cr_assert(hear(&engine, "=1 2\n\n"));
    close(engine.input);
    usleep(300000);
    cr_assert_eq(waitpid(engine.process, &status, WNOHANG), 0, "the search was broken off");
    close(engine.output);
    cr_assert_lt(seconds_to_exit(&engine, &status), 2);
    cr_assert(WIFEXITED(status));
}

/* Closes the output alone once the text has come. The program must end though its input is open. */
static void expect_end_after(const char *ponder, const char *lines, const char *heard) {
    int status;
    const Engine engine = start(OVER_PIPES, ponder);
    say(&engine, lines);
    cr_assert(hear(&engine, heard), "%s", lines);
    usleep(30000);
    close(engine.output);
    const double seconds = seconds_to_exit(&engine, &status);
    cr_assert(seconds < 2 && WIFEXITED(status), "%s: %f s, %x", lines, seconds, status);
    close(engine.input);
}

/* While it searches, while it ponders and while it waits for a command. */
Test(gtp_interrupt, no_reader_ends_the_program_though_its_input_is_open, .timeout = 120) {
    expect_end_after("off", "1 protocol_version\ngenmove b\n", "=1 2\n\n");
    expect_end_after("on",
                     "kata-set-param maxVisits 100\n1 genmove b\n"
                     "2 kata-set-param maxVisits 1000000000\n",
                     "=2 ");
    expect_end_after("off", "1 protocol_version\n", "=1 2\n\n");
}
