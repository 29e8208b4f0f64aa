/* GNU Go's eval_eye. */
#include "tests/support/session/session.h"

/* Two spaces of three points in a row, a false eye on A2, an eye with a stone in it on A6. */
static const char EYES[] = ". . . X O . . . .\n"
                           "X X X X O . . . .\n"
                           "O O O O O O . . .\n"
                           "X . O . . . . . .\n"
                           "O O O . . . . . .\n"
                           "O X X X X X . . .\n"
                           "O X O O O O X X .\n"
                           ". O O . . O O X .\n"
                           "O O . O . . O X .\n";

Test(gtp_eye, the_value_with_either_side_moving_first) {
    Session *session = session_new(9, 9);
    session_set_up(session, EYES, BLACK);
    session_expect(session, "eval_eye A9", "1 2 B9 B9");
    session_expect(session, "eval_eye C9", "1 2 B9 B9");
    session_expect(session, "eval_eye B6", "1 1");
    session_expect(session, "eval_eye A6", "1 1");
    session_expect(session, "eval_eye A2", "0 0");
    session_expect(session, "eval_eye C1", "1 1");
    session_expect(session, "eval_eye E9", "-1");
}

/* C9 is half an eye: D8 decides. */
Test(gtp_eye, a_diagonal_decides_about_half_an_eye) {
    Session *session = session_new(9, 9);
    session_set_up(session,
                   ". X . X O . . . .\n"
                   "X X X . O . . . .\n"
                   "O O O . . . . . .\n"
                   ". . . . . . . . .\n"
                   ". . . . . . . . .\n"
                   ". . . . . . . . .\n"
                   ". . . . . . . . .\n"
                   ". . . . . . . . .\n"
                   ". . . . . . . . .\n",
                   BLACK);
    session_expect(session, "eval_eye A9", "1 1");
    session_expect(session, "eval_eye C9", "0 1 D8 D8");
}

Test(gtp_eye, a_pass_is_refused) {
    Session *session = session_new(9, 9);
    session_set_up(session, EYES, BLACK);
    session_refuse(session, "eval_eye pass", "invalid coordinate");
    session_expect_unchanged(session, "eval_eye A9;eval_eye E7;eval_eye J1");
}
