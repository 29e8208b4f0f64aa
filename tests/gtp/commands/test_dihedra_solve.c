/* Exact values over GTP. */
#include "engine/base/clock.h"
#include "tests/support/reader/json_at.h"
#include "tests/support/session/session.h"

static json_t *solve(Session *session, const char *line) {
    json_t *json = json_loads(session_ask(session, line), 0, NULL);
    cr_assert_not_null(json, "%s", line);
    return cleanup_json(json);
}

static void expect_value(Session *session, const char *line, int value, double score) {
    json_t *json = solve(session, line);
    cr_assert_eq(json_at(json, "value"), value);
    cr_assert_eq(json_at(json, "lower"), value);
    cr_assert_eq(json_at(json, "upper"), value);
    cr_assert_str_eq(json_text_at(json, "status"), "claimed");
    cr_assert_float_eq(json_at(json, "score"), score, 1e-6);
    cr_assert_gt(json_array_size(json_object_get(json, "line")), 0);
}

Test(gtp_dihedra_solve, tells_the_value_with_komi) {
    Session *session = session_new(3, 3);
    session_do(session, "komi 2.5");
    expect_value(session, "dihedra-solve", 9, 6.5);
    session_do(session, "play b A1");
    expect_value(session, "dihedra-solve 5", -9, -11.5);
    session_expect_unchanged(session, "dihedra-solve 5");
}

Test(gtp_dihedra_solve, tells_bounds_when_its_time_is_over) {
    Session *session = session_new(6, 6);
    const double start = clock_seconds();
    json_t *json = solve(session, "dihedra-solve 0.1");
    cr_assert_lt(clock_seconds() - start, 5);
    cr_assert(json_is_null(json_object_get(json, "value")));
    cr_assert_str_eq(json_text_at(json, "status"), "open");
    cr_assert_geq(json_at(json, "lower"), -36);
    cr_assert_leq(json_at(json, "upper"), 36);
}

Test(gtp_dihedra_solve, ends_when_interrupted) {
    _Atomic bool interrupt = true;
    Session *session = session_new(5, 5);
    session->engine.player.cancel = &interrupt;
    const double start = clock_seconds();
    json_t *json = solve(session, "dihedra-solve 1000");
    cr_assert_lt(clock_seconds() - start, 10);
    cr_assert_str_eq(json_text_at(json, "status"), "open");
}

Test(gtp_dihedra_solve, genmove_keeps_a_short_clock) {
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

Test(gtp_dihedra_solve, refuses_what_it_cannot_solve) {
    static const Refusal REFUSALS[] = {
        {"boardsize 9", "dihedra-solve",
         "9x9 is too large to be solved: (width + 1) * height may be 64 at most"},
        {"kata-set-rules japanese", "dihedra-solve", "only games with area scoring can be solved"},
        {"", "dihedra-solve 0", "syntax error: expected seconds above 0, of 1e+06 at most"},
        {"", "dihedra-solve x", "syntax error: expected a number of seconds, got x"},
    };
    session_expect_refusals(REFUSALS, sizeof REFUSALS / sizeof REFUSALS[0]);
}

Test(gtp_dihedra_solve, draws_the_values_of_moves) {
    Session *session = session_new(3, 3);
    const char *picture = session_ask(session, "dihedra-show_values");
    cr_assert_not_null(strstr(picture, "COLOR #2f7d32 B2\n"), "%s", picture);
    cr_assert_not_null(strstr(picture, " B2 +9"), "%s", picture);
    cr_assert_not_null(strstr(picture, "TEXT Value for Black +9, after a pass -9"), "%s", picture);
    session_do(session, "boardsize 9");
    session_expect(session, "dihedra-show_values",
                   "TEXT 9x9 is too large to be solved: (width + 1) * height may be 64 at most");
}
