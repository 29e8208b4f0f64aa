/* The commands that search keep to the time of the move, by the game's clock. */
#include "tests/support/session/picture.h"

/* Without a clock a move would take an hour here. Commands that are not part of the game leave its
 * clock alone. */
Test(gtp_deadline, all_commands_that_search_keep_to_the_clock) {
    static const struct {
        const char *line;
        bool is_in_game;
    } CASES[] = {
        {"reg_genmove b", false},          {"restricted_genmove b A1 B2 C3", false},
        {"dihedra-show_win_rates", false}, {"dihedra-show_visits", false},
        {"dihedra-show_policy", false},    {"genmove b", true},
        {"kgs-genmove_cleanup b", true},   {"cgos-genmove_analyze b", true},
        {"kata-search b", true},           {"kata-search_cancellable b", true},
        {"lz-genmove_analyze b", true},    {"kata-genmove_analyze b", true},
        {"kata-search_analyze b", true},   {"kata-search_analyze_cancellable b", true},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Session *session = session_new(9, 9);
        session->engine.options.visits = 0;
        session->engine.options.move_seconds = 3600;
        session->engine.options.early_stop = false;
        session->engine.options.memory_mb = 256;
        session_ask(session, "time_settings 20 0 0");
        session_ask(session, "time_left b 5 0");
        const double start = clock_seconds();
        session_ask(session, CASES[i].line);
        cr_assert_lt(clock_seconds() - start, 2, "%s", CASES[i].line);
        const double left = session->engine.clock.left[BLACK];
        cr_assert(CASES[i].is_in_game ? left < 5 : left == 5.0, "%s: %g", CASES[i].line, left);
    }
}

/* A short look for the sake of a report, and every picture, keeps to the time of the move. */
Test(gtp_deadline, a_look_keeps_to_the_clock) {
    Session *session = session_new(19, 19);
    session->engine.options.visits = 0;
    session_do(session, "time_settings 0 0.04 1");
    cr_assert_lt(picture_visits(session, "dihedra-show_visits"), 1000);
}

Test(gtp_deadline, the_solver_keeps_to_a_short_clock) {
    for (int threads = 1; threads <= 2; threads++) {
        Session *session = session_new(4, 5);
        session->engine.options.visits = session->engine.options.playouts = 0;
        session->engine.options.threads = threads;
        session_do(session, "time_settings 10 0 0;time_left b 1 0");
        const double start = clock_seconds();
        session_do(session, "genmove b");
        cr_assert_lt(clock_seconds() - start, 3); /* a second, and what sanitizers take */
    }
}
