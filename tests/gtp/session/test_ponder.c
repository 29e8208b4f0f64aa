/* Pondering begins only after the engine's own move, ends with any input, and changes nothing but
 * what the next search knows. quit and the end of the input are obeyed in the middle of it. */
#include "gtp/session/loop.h"
#include "tests/support/session/feed.h"
#include "tests/support/session/session.h"

static double cpu_seconds(clockid_t clock) {
    struct timespec used;
    clock_gettime(clock, &used);
    return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

/* Sends its bytes once the search has made some visits (without a search: once other threads have
 * worked for a while), or after `patience` seconds of its own processor time at the latest. Then
 * ends the input. */
typedef struct {
    const Search *search;
    int fd;
    const char *bytes;
    double patience;
    bool has_pondered;
} Opponent;

static bool has_pondered_enough(const Opponent *opponent, double others) {
    return opponent->search != NULL ? search_playouts(opponent->search) > 200 : others > 0.05;
}

static void *wait_and_send(void *argument) {
    Opponent *opponent = argument;
    const double start = cpu_seconds(CLOCK_PROCESS_CPUTIME_ID);
    const double own_start = cpu_seconds(CLOCK_THREAD_CPUTIME_ID);
    double own = 0;
    while (!opponent->has_pondered && own < opponent->patience) {
        own = cpu_seconds(CLOCK_THREAD_CPUTIME_ID) - own_start;
        const double others = cpu_seconds(CLOCK_PROCESS_CPUTIME_ID) - start - own;
        opponent->has_pondered = has_pondered_enough(opponent, others);
    }
    const size_t length = strlen(opponent->bytes);
    cr_assert_eq(write(opponent->fd, opponent->bytes, length), (ssize_t)length);
    close(opponent->fd);
    return NULL;
}

/* Lets the engine ponder until these bytes come, or the end of the input if there are none. Returns
 * whether it pondered. */
static bool ponder_until(Session *session, const char *bytes, double patience) {
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    Opponent opponent = {.search = session->engine.player.search,
                         .fd = ends[1],
                         .bytes = bytes,
                         .patience = patience};
    GtpInput *input = input_new(ends[0], -1);
    pthread_t thread;
    cr_assert_eq(pthread_create(&thread, NULL, wait_and_send, &opponent), 0);
    session->engine.input = input;
    session->engine.player.cancel = input_interrupt(input);
    loop_ponder(&session->engine);
    session->engine.input = NULL;
    session->engine.player.cancel = NULL;
    static char line[GTP_LINE_MAX];
    cr_assert_eq(input_next(input, line), *bytes == '\0' ? LINE_END : LINE_OK);
    pthread_join(thread, NULL);
    input_free(input);
    close(ends[0]);
    return opponent.has_pondered;
}

static Session *session_that_ponders(void) {
    Session *session = session_new(7, 7);
    session_do(session, "dihedra_param_search ponder 1;dihedra_param_search visits 20;"
                        "dihedra_param_search memory 16;genmove b");
    session->engine.options.visits = 0; /* as long as it takes */
    return session;
}

Test(gtp_ponder, thinks_until_input_and_changes_nothing) {
    static const char *const BYTES[] = {"name\n", "quit\n", ""};
    for (int i = 0; i < 3; i++) {
        Session *session = session_that_ponders();
        char *before = cleanup_free(session_state(session));
        cr_assert(ponder_until(session, BYTES[i], 10));
        cr_assert_str_eq(cleanup_free(session_state(session)), before);
        cr_assert_gt(session_known_visits(session), 100, "what was found is there");
    }
}

/* The opponent's time may come when the own clock has only what is kept for delays, 5 lags of 0.2
 * s. */
Test(gtp_ponder, leaves_a_short_clock_alone) {
    static const struct {
        const char *commands;
        bool ponders;
    } CASES[] = {
        {"time_settings 60 0 0;time_left b 2 0", true},
        {"time_settings 60 0 0;time_left b 1 0", false},
        {"time_settings 60 0 0;time_left w 1 0", true},
        {"time_settings 60 30 5;time_left b 1 1", true},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Session *session = session_that_ponders();
        session_do(session, CASES[i].commands);
        cr_assert_eq(ponder_until(session, "name\n", CASES[i].ponders ? 10 : 0.05),
                     CASES[i].ponders, "%s", CASES[i].commands);
    }
}

Test(gtp_ponder, needs_a_reason) {
    static const char *const LINES[] = {"dihedra_param_search ponder 0",
                                        "dihedra_param_search keep 0", "play w A1", "undo",
                                        "clear_board"};
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        Session *session = session_that_ponders();
        session_ask(session, LINES[i]);
        cr_assert_not(ponder_until(session, "name\n", 0.1), "%s", LINES[i]);
    }
}

/* The whole loop answers as it does without pondering, and ends with quit or at the input's end. */
Test(gtp_ponder, the_loop_obeys) {
    static const char *const LAST[] = {"quit\n", ""};
    for (int i = 0; i < 2; i++) {
        int ends[2];
        cr_assert_eq(pipe(ends), 0);
        static const char START[] = "genmove b\nshowboard\n";
        cr_assert_eq(write(ends[1], START, sizeof START - 1), (ssize_t)sizeof START - 1);
        Opponent opponent = {.fd = ends[1], .bytes = LAST[i], .patience = 10};
        EngineOptions options = session_options(7, 7);
        options.player.ponder = true;
        options.player.visits = 10000000;
        options.player.move_seconds = 0.01;
        pthread_t thread;
        cr_assert_eq(pthread_create(&thread, NULL, wait_and_send, &opponent), 0);
        FILE *output = tmpfile();
        cr_assert_not_null(output);
        cr_assert_eq(loop_run(&options, GTP_FAMILIES, NULL, ends[0], fileno(output)), EXIT_SUCCESS);
        const char *answers = feed_take_output(output);
        pthread_join(thread, NULL);
        close(ends[0]);
        cr_assert_not_null(strstr(answers, "White to play after 1 move,"), "%s", answers);
    }
}
