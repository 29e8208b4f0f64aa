/* No pass while the board is open, whatever a policy says, and one as soon as nothing is left. */
#include "tests/support/program/chance.h"
#include "tests/support/session/session.h"

static char *random_point(SplitMix *random, const Session *session) {
    const Board *board = &session->engine.game->board;
    const Point p = board->empty[below(random, board->empty_count)];
    return formatted("%c%d", "ABCDEFGHJKLMNOPQRST"[point_x(p)],
                     board -> geometry -> height - point_y(p));
}

/* Begins a game of a kind: stones of one color set up, one or two moves of one color, handicap
 * stones, or these with White's answer. Returns whose move to ask for. */
static const char *begin_open(SplitMix *random, Session *session, int kind) {
    static const char *const COLORS[] = {"b", "w"};
    const int first = below(random, 2), stones = 1 + below(random, kind == 0 ? 6 : 2);
    char *position = "set_position";
    for (int i = 0; kind < 2 && i < stones; i++) {
        char *point = random_point(random, session);
        position = formatted("%s %s %s", position, COLORS[first], point);
        session_do(session, formatted("play %s %s", COLORS[first], point));
    }
    if (kind == 0) {
        session_do(session, position);
    }
    if (kind >= 2) {
        const int most = session->engine.game->geometry->width < 7 ? 4 : 9;
        session_run(session, formatted("place_free_handicap %d", 2 + below(random, most - 1)));
    }
    if (kind == 3) { /* it may be suicide */
        session_run(session, formatted("play w %s", random_point(random, session)));
    }
    return kind == 3 ? "b" : COLORS[kind == 2 ? WHITE : below(random, 3) == 0 ? 1 - first : first];
}

/* 1,000 such games in the long mode. */
static void expect_no_pass(Session *session, int games) {
    static const char *const RULES[] = {"chinese", "tromp-taylor", "aga", "japanese"};
    static const char *const KOMI[] = {"0.5", "7.5", "-5.5", "20.5"};
    static const int VISITS[] = {1, 2, 3, 5, 8, 13, 20, 50, 100, 200};
    SplitMix random = {7};
    for (int i = 0; i < games; i++) {
        const int size = 5 + below(&random, is_long() ? 15 : 9);
        session_do(session, formatted("boardsize %d;kata-set-rules %s;komi %s;kata-set-param "
                                      "maxVisits %d",
                                      size, RULES[below(&random, 4)], KOMI[below(&random, 4)],
                                      VISITS[below(&random, is_long() ? 10 : 7)]));
        const char *color = begin_open(&random, session, i % 4);
        char *move = session_ask(session, formatted("genmove %s", color));
        cr_assert_str_neq(move, "pass", "%d: genmove %s\n%s", i, color,
                          session_ask(session, "showboard"));
    }
}

Test(pass, never_on_an_open_board_with_a_network, .timeout = 1200) {
    expect_no_pass(session_with_inside(9, 9), is_long() ? 1000 : 120);
}

Test(pass, never_on_an_open_board_with_playouts, .timeout = 600) {
    expect_no_pass(session_new(9, 9), is_long() ? 1000 : 120);
}

/* Every color alone has all points of the board after two passes. */
Test(pass, of_a_winner_is_answered) {
    Session *session = session_with_inside(9, 9);
    session_do(session, "play b C3;play w pass");
    session_expect(session, "genmove b", "pass");
}

/* The second pass would end a game that is lost as it stands. */
Test(pass, of_a_winner_alone_ends_an_open_game) {
    for (int visits = 1; visits <= 4; visits++) {
        Session *session = session_with_inside(7, 1);
        session_do(session, formatted("kata-set-rules chinese;komi 0.5;kata-set-param maxVisits %d",
                                      visits));
        session_do(session, "kata-set-param solve false;play w pass");
        cr_assert_str_neq(session_ask(session, "genmove b"), "pass", "%d", visits);
    }
}

/* Games on small boards that the solver knows go on, too. */
Test(pass, waits_for_more_than_an_exact_value) {
    Session *session = session_new(4, 4);
    session_do(session, "kata-set-param maxVisits 200;play b B2;play b C3");
    cr_assert_str_neq(session_ask(session, "genmove b"), "pass");
}

/* White has lost. Games and the ending's reading leave a doubt, so that a search decides, which
 * hopes for a little more from a move into Black's territory. Under territory rules it costs a
 * point. */
Test(pass, is_not_withheld_for_a_hope) {
    static const char LOST[] = "X . X . O O O O O\n"
                               ". X O O . O X O X\n"
                               "X X X O O X X X X\n"
                               "O O O X X X . . .\n"
                               "O . O O X . . X .\n"
                               ". O O O X X X O .\n"
                               "O . O X . . . X .\n"
                               "O O X X X . X . .\n"
                               "O O O X X . X . .\n";
    Session *session = session_with_inside(9, 9);
    session_set_up(session, LOST, WHITE);
    session_do(session, "kata-set-rules japanese;komi 7.5;kata-set-param maxVisits 50");
    session_expect(session, "genmove w", "pass");
}
