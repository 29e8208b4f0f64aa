/* Commands that read, and those that try moves on the way. GNU Go's suites are run if they are
 * available. */
#include "tests/support/session/session.h"

#include <regex.h>

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

enum { LINE_BYTES = 1024 };

typedef struct {
    Session *session;
    char answer[LINE_BYTES]; /* to the last numbered command */
    int tests, passed;       /* those that GNU Go passes */
} Suite;

/* Reads a line of the form #? [expression], of which the closing bracket is sometimes missing. Only
 * the first and last of its alternatives are anchored, as in GNU Go's script. An asterisk after it
 * marks what GNU Go fails. */
static void suite_judge(Suite *suite, char *line) {
    char *pattern = strchr(line, '['), *end = strrchr(line, ']');
    cr_assert_not_null(pattern, "%s", line);
    pattern++;
    if (end != NULL && end[1] == '*') {
        return;
    }
    if (end != NULL) {
        *end = '\0';
    }
    regex_t expression;
    cr_assert_eq(
        regcomp(&expression, formatted("^%s$", pattern), REG_EXTENDED | REG_NOSUB | REG_ICASE), 0);
    suite->tests++;
    suite->passed += regexec(&expression, suite->answer, 0, NULL, 0) == 0;
    regfree(&expression);
}

static void suite_line(Suite *suite, char *line) {
    line[strcspn(line, "\r\n")] = '\0';
    if (strncmp(line, "#?", 2) == 0) {
        suite_judge(suite, line);
        return;
    }
    line[strcspn(line, "#")] = '\0';
    if (line[strspn(line, " ")] == '\0') {
        return;
    }
    const char *response = session_run(suite->session, line);
    cr_assert_eq(response[0], '=', "%s\ngives %s", line, response);
    if (line[0] >= '0' && line[0] <= '9') {
        const char *body = strchr(response, ' ') + 1;
        snprintf(suite->answer, sizeof suite->answer, "%.*s", (int)strcspn(body, "\n"), body);
    }
}

/* Runs a suite from its own folder, to which its paths are relative, and expects at least that
 * percentage of its tests to pass. */
static void check_suite(const char *name, int tests, int percent) {
    char home[4096];
    const char *shared = getenv("DIHEDRA_SHARED");
    const char *folder = formatted("%s/suites/gnugo", shared != NULL ? shared : "../shared");
    cr_assert_not_null(getcwd(home, sizeof home));
    if (chdir(folder) != 0) {
        cr_skip_test("no folder %s", folder);
    }
    FILE *file = fopen(name, "r");
    cr_assert_not_null(file, "%s", name);
    Suite suite = {.session = session_new(19, 19)};
    char line[LINE_BYTES];
    while (fgets(line, sizeof line, file) != NULL) {
        suite_line(&suite, line);
    }
    fclose(file);
    cr_assert_eq(chdir(home), 0);
    cr_log_info("%s: %d of %d\n", name, suite.passed, suite.tests);
    cr_assert_eq(suite.tests, tests);
    cr_assert_geq(suite.passed * 100, suite.tests * percent, "%s: %d of %d", name, suite.passed,
                  suite.tests);
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
