/* regress/engine/engine_client: engines that are one line of shell each, well behaved and not. A
 * pipe that only an engine and its helpers hold open shows when all of them are gone: it reaches
 * its end then and not before. */
#include "regress/engine/engine_client.h"
#include "tests/support/program/cleanup.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static const double LONG_TIME = 20;   /* seconds; a deadline that is never reached */
static const double SHORT_TIME = 0.5; /* seconds; a deadline that is reached */

typedef struct {
    EngineClient client;
    int watch; /* at its end once the engine and everything it started are gone */
} Engine;

/* A line of shell, without single quotes, as an engine. */
static Engine start(const char *script) {
    Status status;
    int ends[2];
    Engine engine = {.client = {.command = formatted("sh -c '%s'", script), .timeout = LONG_TIME}};
    cr_assert_eq(pipe(ends), 0);
    cr_assert_eq(fcntl(ends[0], F_SETFD, FD_CLOEXEC), 0);
    cr_assert(engine_client_start(&engine.client, &status), "%s", status.text);
    close(ends[1]);
    engine.watch = ends[0];
    return engine;
}

static void check_gone(int watch) {
    char byte;
    struct pollfd fd = {watch, POLLIN, 0};
    cr_assert_eq(poll(&fd, 1, (int)(1000 * LONG_TIME)), 1, "a process is left");
    cr_assert_eq(read(watch, &byte, 1), 0);
    close(watch);
    cr_assert(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD, "a zombie is left");
}

/* Stops the engine; expected: the message, "" if it ends in order or has been stopped. */
static void stop(Engine *engine, const char *expected) {
    Status status = {""};
    const bool in_order = engine_client_stop(&engine->client, &status);
    cr_assert_str_eq(status.text, expected, "%s", status.text);
    cr_assert_eq(in_order, expected[0] == '\0');
    cr_assert_not(engine_client_is_running(&engine->client));
    check_gone(engine->watch);
}

/* Asks; expected: the text, or the message if the outcome is not ENGINE_OK. */
static void check_ask(Engine *engine, const char *command, EngineOutcome outcome,
                      const char *expected) {
    Status status = {"none"};
    const double seconds = outcome == ENGINE_TIMEOUT ? SHORT_TIME : LONG_TIME;
    const EngineAnswer answer =
        engine_client_ask_within(&engine->client, command, seconds, &status);
    cr_assert_eq(answer.outcome, outcome, "%s: outcome %d, %s", command, answer.outcome,
                 status.text);
    const char *got = outcome == ENGINE_OK ? answer.text : status.text;
    cr_assert_str_eq(got, expected, "%s: %s", command, got);
    cr_assert(answer.seconds >= (outcome == ENGINE_TIMEOUT ? seconds : 0));
    cr_assert_eq(engine_client_is_running(&engine->client), outcome <= ENGINE_REFUSED);
}

/* An engine that fails in its answer to "x". */
static void check_failure(const char *script, EngineOutcome outcome, const char *message) {
    Engine engine = start(script);
    check_ask(&engine, "x", outcome, message);
    stop(&engine, "");
}

/* Repeats each command with its id; ends by quit or at the end of its input. */
static const char ECHO_ENGINE[] = "while read -r id words; do [ \"$id\" != quit ] || exit 0; "
                                  "printf \"=%s %s\\n\\n\" \"$id\" \"$words\"; done";

Test(engine_client, asks_and_stops) {
    Engine engine = start(ECHO_ENGINE);
    for (int i = 0; i < 200; i++) {
        const char *command = i % 2 == 0 ? "a" : "play black D4";
        check_ask(&engine, command, ENGINE_OK, command);
    }
    stop(&engine, "");
}

Test(engine_client, knows_answers_from_garbage) {
    static const struct {
        const char *printed; /* in the shell's notation, after the command "x" */
        EngineOutcome outcome;
        const char *expected;
    } cases[] = {
        {"=1 ok\\n\\n", ENGINE_OK, "ok"},
        {"=1\\n\\n", ENGINE_OK, ""},
        {"=01\\tok \\n\\n", ENGINE_OK, "ok "},
        {"=1 a\\n b\\n \\nc\\n\\n", ENGINE_OK, "a\n b\n \nc"},
        {"=1 \\n  A B\\n\\n", ENGINE_OK, "\n  A B"},
        {"\\n\\r\\n\\n=1 a\\r\\nb\\tc\\r\\n\\r\\n", ENGINE_OK, "a\nb\tc"},
        {"=1 a\\000b\\033c\\177\\377\\n\\n", ENGINE_OK, "abc?"},
        {"=1 a\\302\\233\\303\\251\\n\\n", ENGINE_OK, "a?\303\251"}, /* C1, and an e */
        {"?1 syntax error\\n\\n", ENGINE_REFUSED, "the engine refused \"x\": syntax error"},
        {"?1 a\\nb\\n\\n", ENGINE_REFUSED, "the engine refused \"x\": a"},
        {"=2 ok\\n\\n", ENGINE_GARBAGE, "not an answer to \"x\" (id 1): =2 ok"},
        {"= ok\\n\\n", ENGINE_GARBAGE, "not an answer to \"x\" (id 1): = ok"},
        {"=1ok\\n\\n", ENGINE_GARBAGE, "not an answer to \"x\" (id 1): =1ok"},
        {"=18446744073709551617\\n\\n", ENGINE_GARBAGE,
         "not an answer to \"x\" (id 1): =18446744073709551617"},
        {"hi\\n=1 ok\\n\\n", ENGINE_GARBAGE, "not an answer to \"x\" (id 1): hi"},
        {"=1 ok\\n", ENGINE_CLOSED,
         "the engine closed its output in the middle of the answer to \"x\"; the engine ended with "
         "exit status 3"},
        {"=1 ok", ENGINE_CLOSED,
         "the engine closed its output in the middle of the answer to \"x\"; the engine ended with "
         "exit status 3"},
        {"", ENGINE_CLOSED,
         "the engine closed its output without an answer to \"x\"; the engine ended with exit "
         "status 3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Engine engine =
            start(formatted("read x; printf \"%s\"; exec >&-; read x; exit 3", cases[i].printed));
        check_ask(&engine, "x", cases[i].outcome, cases[i].expected);
        stop(&engine,
             cases[i].outcome <= ENGINE_REFUSED ? "the engine ended with exit status 3" : "");
    }
}

Test(engine_client, goes_on_after_a_refusal_but_not_after_garbage) {
    Engine engine =
        start("read x; printf \"?1 no\\n\\n\"; read x; printf \"=2 yes\\n\\n=2\\n\\n\"; "
              "read x; exit 0");
    check_ask(&engine, "a", ENGINE_REFUSED, "the engine refused \"a\": no");
    check_ask(&engine, "b", ENGINE_OK, "yes");
    check_ask(&engine, "c", ENGINE_GARBAGE, "not an answer to \"c\" (id 3): =2");
    check_ask(&engine, "d", ENGINE_CLOSED, "the engine has ended");
    stop(&engine, "");
}

Test(engine_client, sends_more_than_a_pipe_holds) {
    const char *command = formatted("%0150000d", 0);
    Engine engine = start("read id x; printf \"=%s %s\\n\\n\" $id ${#x}; read x");
    check_ask(&engine, command, ENGINE_OK, "150000");
    stop(&engine, "");
    engine = start("printf \"=1 early\\n\\n\"; exec sleep 1000");
    check_ask(&engine, command, ENGINE_TIMEOUT,
              formatted("no answer to \"%.60s\" within 0.5 s", command));
    stop(&engine, "");
}

Test(engine_client, reads_long_answers_and_stops_floods) {
    Engine engine = start("read x; printf \"=1 %01000000d\\n\\n\" 7; read x");
    check_ask(&engine, "x", ENGINE_OK, formatted("%01000000d", 7));
    stop(&engine, "");
    check_failure("exec yes =1", ENGINE_GARBAGE, "the answer to \"x\" has more than 1048576 bytes");
    check_failure("read x; exec tr \"\\000\" 1 </dev/zero", ENGINE_GARBAGE,
                  "the answer to \"x\" has more than 1048576 bytes");
    check_failure("exec yes", ENGINE_GARBAGE, "not an answer to \"x\" (id 1): y");
    check_failure("exec yes \"\"", ENGINE_TIMEOUT, "no answer to \"x\" within 0.5 s");
}

static void count_alarm(int number) {
    (void)number;
}

/* Signals interrupt the wait, which must neither end it nor restart it. */
Test(engine_client, waits_no_longer_than_told) {
    struct itimerval often = {{0, 5000}, {0, 5000}}, never = {{0, 0}, {0, 0}};
    check_failure("exec sleep 1000", ENGINE_TIMEOUT, "no answer to \"x\" within 0.5 s");
    sigaction(SIGALRM, &(struct sigaction){.sa_handler = count_alarm}, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    check_failure("read x; printf \"=1 half\"; exec sleep 1000", ENGINE_TIMEOUT,
                  "no answer to \"x\" within 0.5 s");
    setitimer(ITIMER_REAL, &never, NULL);
}

/* ---- Streams ---- */

static void open_stream(Engine *engine, const char *command) {
    Status status;
    cr_assert_eq(engine_client_open_stream(&engine->client, command, &status).outcome, ENGINE_OK,
                 "%s", status.text);
}

static void check_close(Engine *engine, EngineOutcome outcome) {
    Status status;
    cr_assert_eq(engine_client_close_stream(&engine->client, &status).outcome, outcome);
}

/* Reads a line; expected NULL: checks that the response has ended. */
static void check_line(Engine *engine, const char *expected) {
    Status status;
    const EngineAnswer answer = engine_client_read_line(&engine->client, LONG_TIME, &status);
    cr_assert_eq(answer.outcome, ENGINE_OK, "%s", status.text);
    cr_assert_eq(answer.text == NULL, expected == NULL);
    cr_assert(expected == NULL || strcmp(answer.text, expected) == 0, "%s", answer.text);
}

static void check_no_line(Engine *engine) {
    Status status;
    cr_assert_eq(engine_client_read_line(&engine->client, SHORT_TIME, &status).outcome,
                 ENGINE_TIMEOUT);
    cr_assert_str_eq(status.text, "no answer to \"x\" within 0.5 s");
}

/* Lines come in pieces; one that comes after the stream was told to end is dropped. */
Test(engine_client, reads_a_stream_line_by_line) {
    Engine engine = start(
        "read id x; printf \"\\n=1\\n\"; printf \"in\"; printf \"fo 1\\ninfo 2\\r\\ninfo 3\\n\"; "
        "read x; printf \"info 4\\n\\n\"; read id x; printf \"=2 next\\n\\n\"; "
        "read id x; printf \"=3 \\n\\n\"; read id x; printf \"?4 no\\n\\n\"; read x");
    Status status;
    open_stream(&engine, "analyze");
    check_line(&engine, "info 1");
    check_line(&engine, "info 2");
    check_close(&engine, ENGINE_OK);
    check_ask(&engine, "name", ENGINE_OK, "next");
    open_stream(&engine, "analyze nothing");
    check_line(&engine, NULL);
    cr_assert_eq(engine_client_open_stream(&engine.client, "bad", &status).outcome, ENGINE_REFUSED);
    cr_assert_str_eq(status.text, "the engine refused \"bad\": no");
    stop(&engine, "");
}

Test(engine_client, streams_may_be_long_and_may_break) {
    Engine engine = start("read x; printf \"=1\\n\"; i=0; while [ $i -lt 300 ]; do "
                          "printf \"%020000d\\n\" $i; i=$((i+1)); done; exec sleep 1000");
    open_stream(&engine, "x");
    for (int i = 0; i < 300; i++) {
        check_line(&engine, formatted("%020000d", i));
    }
    check_no_line(&engine);
    engine.client.timeout = SHORT_TIME;
    check_close(&engine, ENGINE_TIMEOUT);
    stop(&engine, "");
    engine = start("read x; printf \"=1\\nla\"; read x; printf \"te\\n\\n\"; read x");
    open_stream(&engine, "x");
    check_no_line(&engine);
    cr_assert_eq(child_write(engine.client.child, "go\n", 3), 3);
    check_line(&engine, "late");
    check_line(&engine, NULL);
    stop(&engine, "");
    engine = start("read x; printf \"=1\\nhalf\"; exit 3");
    open_stream(&engine, "x");
    check_close(&engine, ENGINE_CLOSED);
    stop(&engine, "");
}

/* ---- Ends ---- */

Test(engine_client, survives_closed_pipes_and_deaths) {
    Engine engine = start("read x; exec <&-; printf \"=1\\n\\n\"; exec sleep 1000");
    check_ask(&engine, "a", ENGINE_OK, "");
    check_ask(&engine, "b", ENGINE_CLOSED,
              "the engine closed its input without an answer to \"b\"; the engine did not quit "
              "within 0.5 s: ended by SIGTERM");
    stop(&engine, "");
    check_failure("read x; printf \"=1 half\"; kill -KILL $$", ENGINE_CLOSED,
                  "the engine closed its output in the middle of the answer to \"x\"; the engine "
                  "died of signal 9");
}

Test(engine_client, stops_what_does_not_want_to) {
    static const char *const CASES[][2] = {
        {"trap \"\" TERM; read x; printf \"=1\\n\\n\"; while :; do sleep 1000; done",
         "the engine did not quit within 2 s: ended by SIGKILL"},
        /* a helper that outlives an engine that quits */
        {"sleep 1000 & read x; printf \"=1\\n\\n\"; read x; exit 0", ""},
        /* an engine that cannot quit before what it writes is read */
        {"read x; printf \"=1\\n\\n\"; read x; printf %0300000d 1; exit 0", ""}};
    for (int i = 0; i < 3; i++) {
        Engine engine = start(CASES[i][0]);
        check_ask(&engine, "x", ENGINE_OK, "");
        stop(&engine, CASES[i][1]);
    }
}

/* The first engine ends when its input is closed, which the second one must not hold open. */
Test(engine_client, engines_share_no_pipes) {
    Engine first = start("while read x; do :; done"), second = start(ECHO_ENGINE);
    Status status;
    check_ask(&second, "x", ENGINE_OK, "x");
    cr_assert(engine_client_stop(&first.client, &status), "%s", status.text);
    close(first.watch);
    check_ask(&second, "y", ENGINE_OK, "y");
    stop(&second, "");
}

static int count_descriptors(void) {
    int count = 0;
    for (int descriptor = 0; descriptor < 1024; descriptor++) {
        count += fcntl(descriptor, F_GETFD) >= 0;
    }
    return count;
}

Test(engine_client, leaves_no_descriptors) {
    const int before = count_descriptors();
    EngineClient none = {.command = "/nonexistent/engine"};
    Status status;
    for (int i = 0; i < 20; i++) {
        Engine engine = start(ECHO_ENGINE);
        check_ask(&engine, "x", ENGINE_OK, "x");
        stop(&engine, "");
        cr_assert_not(engine_client_start(&none, &status));
    }
    cr_assert_eq(count_descriptors(), before);
}

#ifdef __linux__
/* A process is killed while it waits for engines that do not read their input. */
Test(engine_client, engines_die_with_us_when_we_are_killed) {
    int ends[2], started[2], result;
    char byte;
    cr_assert(pipe(ends) == 0 && pipe2(started, O_CLOEXEC) == 0);
    const pid_t user = fork();
    if (user == 0) {
        EngineClient clients[2] = {{.command = "sleep 1000"}, {.command = "sleep 1000"}};
        Status status;
        for (int i = 0; i < 2; i++) {
            if (!engine_client_start(&clients[i], &status)) {
                _exit(1);
            }
        }
        _exit(write(started[1], "x", 1) == 1 ? pause() : 1);
    }
    close(ends[1]);
    close(started[1]);
    cr_assert_eq(read(started[0], &byte, 1), 1);
    close(started[0]);
    cr_assert_eq(kill(user, SIGKILL), 0);
    cr_assert(waitpid(user, &result, 0) == user && WIFSIGNALED(result));
    check_gone(ends[0]);
}
#endif
