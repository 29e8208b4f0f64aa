/* Commands that read, and those that try moves on the way. GNU Go's suites are run if they are
 * available. */
#include "tests/support/program/arena.h"
#include "tests/support/session/session.h"

static const char LADDER[] = ". . . . . . .\n"
                             ". . . . . . .\n"
                             ". . . . . . .\n"
                             ". X O . . . .\n"
                             ". . X X . . .\n"
                             ". . . . . . .\n"
                             ". . . . . . .\n";

Test(gtp_reading, attack_and_defend) {
    Session *session = session_on(LADDER, WHITE);
    session_expect(session, "attack C4", "1 C5");
    session_expect(session, "defend c4", "1 C5");
    session_expect(session, "attack D3", "0");
    session_refuse(session, "attack A1", "vertex must not be empty");
    session_refuse(session, "defend pass", "vertex must not be empty");
    session_refuse(session, "attack H1",
                   "syntax error: expected a vertex of the 7x7 board, got H1");
}

Test(gtp_reading, ko_codes) {
    Session *session = session_on(". X O . .\n"
                                  "X O . O .\n"
                                  ". X O . .\n"
                                  ". . . . .\n",
                                  BLACK);
    session_expect(session, "attack B3", "2 C3");
    session_do(session, "trymove b C3");
    session_expect(session, "attack C3", "3 B3");
    session_do(session, "popgo");
    session_expect(session, "attack B3", "2 C3");
}

Test(gtp_reading, reading_changes_nothing) {
    Session *session = session_on(LADDER, WHITE);
    session_expect_unchanged(
        session, "attack C4;defend C4;unconditional_status C4;trymove b A1;trymove w pass;"
                 "trymove w C5;popgo;popgo;popgo");
}

Test(gtp_reading, trymove_plays_and_popgo_takes_back) {
    Session *session = session_new(5, 5);
    session_refuse(session, "popgo", "cannot popgo");
    session_do(session, "play b C3;trymove w D4;trymove w B2");
    session_expect(session, "move_history", "white B2\nwhite D4\nblack C3");
    session_refuse(session, "trymove b B2", "illegal move");
    session_do(session, "popgo;popgo");
    session_expect(session, "move_history", "black C3");
    session_refuse(session, "popgo", "cannot popgo");
}

/* Any other command that changes the game ends trying. */
Test(gtp_reading, other_moves_end_trying) {
    static const char *const ENDS[] = {"play b A1",   "undo",        "gg-undo 2",
                                       "clear_board", "boardsize 9", "reg_genmove b;undo",
                                       "genmove b"};
    for (size_t i = 0; i < sizeof ENDS / sizeof ENDS[0]; i++) {
        Session *session = session_new(5, 5);
        session_do(session, "play b C3;trymove w D4;trymove b B2");
        session_do(session, ENDS[i]);
        session_refuse(session, "popgo", "cannot popgo");
        session_do(session, "trymove w E5;popgo"); /* a new beginning */
        session_refuse(session, "popgo", "cannot popgo");
    }
}

Test(gtp_reading, a_move_tried_may_repeat_a_position) {
    Session *session = session_on(". X O .\n"
                                  "X O . O\n"
                                  ". X O .\n",
                                  BLACK);
    session_do(session, "play b C2;play w pass;trymove w B2;popgo");
    session_refuse(session, "trymove w C2", "illegal move");
}

Test(gtp_reading, depths_change_the_effort) {
    Session *session = session_on(LADDER, WHITE);
    for (int i = 0; i < 10; i++) {
        session_do(session, "decrease_depths");
    }
    session_refuse(session, "decrease_depths", "depths cannot be decreased any further");
    session_expect(session, "attack C4", "0");
    for (int i = 0; i < 13; i++) {
        session_do(session, "increase_depths");
    }
    session_refuse(session, "increase_depths", "depths cannot be increased any further");
    session_expect(session, "attack C4", "1 C5");
}

Test(gtp_reading, unconditional_status) {
    Session *session = session_on(". X . X O . .\n"
                                  "X X X X O . .\n"
                                  ". O O O O . X\n",
                                  BLACK);
    session_expect(session, "unconditional_status B2", "alive");
    session_expect(session, "unconditional_status A3", "black_territory");
    session_expect(session, "unconditional_status E3", "undecided");
    session_expect(session, "unconditional_status F3", "undecided");
    session_refuse(session, "unconditional_status pass",
                   "syntax error: expected a vertex of the board, got pass");
}

/* ---- GNU Go's suites ---- */

/* Runs a suite, and expects at least that percentage of the tests that GNU Go passes to pass. */
static void check_suite(const char *name, int tests, int percent) {
    const char *shared = getenv("DIHEDRA_SHARED");
    char *suite = realpath(
        formatted("%s/suites/gnugo/%s", shared != NULL ? shared : "../shared", name), NULL);
    if (suite == NULL) {
        cr_skip_test("no suite %s", name);
    }
    Arena *arena = arena_new();
    arena_run(arena, "regress --json '%s'", suite);
    free(suite);
    json_t *report = arena_json(arena);
    const double passed = json_at(report, "passed"), count = passed + json_at(report, "failed");
    cr_assert_eq(count, tests);
    cr_assert_geq(passed * 100, count * percent, "%s: %g of %g", name, passed, count);
}

Test(gtp_reading, suite_unconditional) {
    check_suite("unconditional.tst", 673, 100);
}

Test(gtp_reading, suites_of_reading) {
    if (getenv("DIHEDRA_LONG") == NULL) {
        cr_skip_test("reading.tst and capture.tst: only with DIHEDRA_LONG");
    }
    check_suite("reading.tst", 193, 85);
    check_suite("capture.tst", 13, 80);
}
