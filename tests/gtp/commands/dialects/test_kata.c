/* KataGo's searches that play no move and that a line cancels, its positions, and what its commands
 * refuse. */
#include "tests/support/session/feed.h"
#include "tests/support/session/session.h"

/* ---- Searches ---- */

/* It is genmove's move, on the clock and with resigning, but it is not played. */
Test(kata, search_tells_what_genmove_plays) {
    static const char *const COMMANDS[] = {"kata-search b", "kata-search_cancellable b"};
    for (int i = 0; i < 2; i++) {
        Session *one = session_new(5, 5), *other = session_new(5, 5);
        one->engine.options.visits = other->engine.options.visits = 100;
        session_do(one, "time_settings 60 0 0;play b C3;play w C2");
        session_do(other, "time_settings 60 0 0;play b C3;play w C2");
        const int before = one->engine.game->move_count;
        char *told = session_ask(one, COMMANDS[i]);
        cr_assert_eq(one->engine.game->move_count, before);
        cr_assert_lt(one->engine.clock.left[BLACK], 60);
        session_expect(other, "genmove b", told);
    }
}

/* Returns options of searches that go on until something cancels them. */
static EngineOptions endless_options(void) {
    EngineOptions options = session_options(5, 5);
    options.player.visits = 0;
    options.player.move_seconds = 1e6;
    options.player.early_stop = false;
    return options;
}

Test(kata, a_line_cancels_the_cancellable, .timeout = 60) {
    static const struct {
        const char *lines, *start, *end;
    } CASES[] = {
        {"1 kata-search_cancellable b\n2 name\n", "=1 cancelled\n\n", "=2 Dihedra\n\n"},
        {"1 kata-search_cancellable b\n\n", "=1 cancelled\n\n", ""},
        {"1 kata-search_analyze_cancellable b\n2 name\n", "=1\ninfo ",
         "\nplay cancelled\n\n=2 Dihedra\n\n"},
        {"1 kata-search_cancellable purple\n2 name\n", "?1 syntax error: expected a color", ""},
    };
    const EngineOptions options = endless_options();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char *text = feed_loop_text(&options, CASES[i].lines);
        cr_assert_eq(strncmp(text, CASES[i].start, strlen(CASES[i].start)), 0, "%s", text);
        const size_t length = strlen(text), end = strlen(CASES[i].end);
        cr_assert(length >= end && strcmp(text + length - end, CASES[i].end) == 0, "%s", text);
    }
}

/* The end of the input cancels nothing, and other searches are not ended by the next line, so a
 * file of commands gets full answers. "# interrupt" ends any of them with the best move. */
Test(kata, moves_come_unless_cancelled, .timeout = 60) {
    static const char *const CASES[] = {
        "kata-search_cancellable b\n",   "kata-search_analyze_cancellable b\n",
        "kata-search b\nname\n",         "kata-search_cancellable b\nkata-search b\nname\n",
        "kata-search_analyze b\nname\n", "kata-genmove_analyze b\nname\n",
    };
    EngineOptions options = session_options(5, 5);
    options.player.visits = 400;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char *text = feed_loop_text(&options, CASES[i]);
        cr_assert_not_null(strstr(text, "C3\n\n"), "%s", text);
    }
    options = endless_options();
    char *text = feed_loop_text(&options, "kata-search_cancellable b\n# interrupt\n");
    cr_assert_null(strstr(text, "cancelled"), "%s", text);
}

/* ---- Positions ---- */

Test(kata, set_position_is_a_new_game) {
    Session *session = session_new(5, 5);
    session_do(session, "time_settings 60 0 0;time_left b 3 0;komi 3.5;play b A1;play w A2;"
                        "set_position w E5 b C3 W d4");
    session_expect(session, "list_stones w", "E5 D4");
    session_expect(session, "list_stones b", "C3");
    session_expect(session, "move_history", "");
    session_expect(session, "get_komi", "3.5");
    cr_assert_eq(session->engine.game->board.to_move, BLACK);
    cr_assert_eq(session->engine.clock.left[BLACK], 60);
    session_do(session, "set_position");
    cr_assert_eq(session->engine.game->board.empty_count, 25);
}

/* ---- What is refused, and changes nothing ---- */

Test(kata, names_what_is_wrong) {
    static const char *const CASES[][2] = {
        {"set_position b", "syntax error: expected pairs of COLOR VERTEX, got b without a vertex"},
        {"set_position b A1 w A2 w B1", "the stones around A1 have no liberty"},
        {"kata-search x", "syntax error: expected a color, got x"},
        {"set_random_seed -1",
         "syntax error: expected a seed from 0 to 18446744073709551615, got -1"},
        {"set_random_seed 18446744073709551616", "syntax error: expected a seed ..."},
        {"kata-get-param maxPlayout", "syntax error: unknown parameter maxPlayout"},
        {"kata-set-param maxVisits x",
         "syntax error: maxVisits: expected a whole number from 0 to 1000000000000000, got 'x'"},
        {"kata-set-param cpuctExplorationLog 1",
         "syntax error: unknown parameter cpuctExplorationLog"},
        {"kata-set-param cpuctExploration -1",
         "syntax error: cpuctExploration: expected a number from 0 to 200, got '-1'"},
        {"kata-set-param amaf 1", "syntax error: unknown parameter amaf"},
        {"kata-set-params []", "syntax error: expected a JSON object: this is another value"},
        {"kata-set-params {\"threads\":2,\"visits\":5,\"nonsense\":1}",
         "syntax error: unknown parameter nonsense"},
        {"kata-set-params {\"threads\":2,\"visits\":null}",
         "syntax error: maxVisits: expected a whole number from 0 to 1000000000000000, got 'null'"},
        {"kata-raw-human-nn b", "syntax error: expected a symmetry, 0-7 or all, after the color"},
        {"kata-raw-nn 8", "syntax error: expected a symmetry 0-7 or all, got 8"},
        {"kata-raw-nn 0 2", "syntax error: expected an optimism of 0 to 1, got 2"},
        {"kata-raw-nn 0 1 2", "syntax error: unexpected argument 2"},
    };
    session_expect_lines_refused("play b C3;play w D4", CASES, sizeof CASES / sizeof CASES[0]);
}
