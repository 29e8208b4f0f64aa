/* GNU Go's commands of life and death, in its format. */
#include "tests/support/session/session.h"

/* Black's corner has four points in a row and a false outlook: A8 decides. */
static const char CORNER[] = ". X . . X O . . .\n"
                             ". X X X X O . . .\n"
                             "O O O O O O . . .\n"
                             ". . . . . . . . .\n"
                             ". . . . . . . . .\n"
                             ". . . . . . . . .\n"
                             ". . . . . . . . .\n"
                             ". . . . . . . . .\n"
                             ". . . . . . . . .\n";

Test(gtp_life, the_vital_point_decides) {
    Session *session = session_on(CORNER, WHITE);
    session_expect(session, "owl_attack B9", "1 A8");
    session_expect(session, "owl_defend B9", "1 A8");
    session_expect(session, "owl_does_attack A8 B9", "1");
    session_expect(session, "owl_does_attack C9 B9", "0");
    session_expect(session, "owl_does_defend A8 B9", "1");
    session_expect(session, "dragon_status B9", "critical A8 A8");
    for (int i = 0; i < 6; i++) {
        session_do(session, "decrease_depths");
    }
    session_expect(session, "owl_attack A7", "0");
    session_expect(session, "owl_defend A7", "1 PASS");
}

/* Without it each would take longer than the test may. */
Test(gtp_life, an_interrupt_ends_every_search, .timeout = 60) {
    _Atomic bool interrupt = true;
    Session *session = session_new(19, 19);
    session->engine.player.cancel = &interrupt;
    session_do(session, "gogui-setup b D4 w C3 b Q4 w D3 b E3 w C4 b C5 w B5 b E2 w D2 b B6 w Q16");
    for (int i = 0; i < 3; i++) {
        session_do(session, "increase_depths");
    }
    session_do(session, "owl_attack C3;dragon_status C3");
    session_do(session, "dihedra-life {\"targets\":[\"C3\"],\"nodes\":1000000000000,"
                        "\"seconds\":1000}");
}

Test(gtp_life, connections) {
    Session *session = session_on(". . . . .\n"
                                  "O O . O O\n"
                                  "X X . X X\n"
                                  "O O . O O\n"
                                  ". . . . .\n",
                                  BLACK);
    session_expect(session, "connect A3 D3", "1 C3");
    session_expect(session, "disconnect A3 D3", "1 C3");
    session_expect(session, "connect A3 B3", "1 PASS");
    session_expect(session, "disconnect A3 B3", "0");
}

Test(gtp_life, bad_arguments_are_refused) {
    Session *session = session_on(CORNER, WHITE);
    session_refuse(session, "owl_attack A8", "vertex must not be empty");
    session_refuse(session, "owl_attack K1", "invalid coordinate");
    session_refuse(session, "owl_does_attack pass B9", "invalid coordinate");
    session_refuse(session, "owl_does_attack B9 B9", "move vertex must be empty");
    session_refuse(session, "connect B9 A7", "vertices must have same color");
    session_refuse(session, "analyze_semeai B9 E9", "vertices must have different colors");
    session_refuse(session, "dihedra-life {\"targets\": [\"B9\", \"A7\"]}",
                   "targets: expected stones of one color");
    session_refuse(session, "dihedra-life {\"targets\": [\"A8\"]}", "targets: expected stones");
    session_refuse(session, "dihedra-life {\"targets\": [\"K1\"]}",
                   "targets: expected a vertex, got K1");
    session_refuse(session, "dihedra-life {\"targets\": [\"B9\"], \"region\": []}",
                   "region: must not be empty");
    session_refuse(session, "dihedra-life {\"targets\": [\"B9\"], \"any\": 1}",
                   "any: must be true or false");
    session_refuse(session, "dihedra-life {\"targets\": [\"B9\"], \"nodes\": 0}",
                   "nodes: must be a whole number from 1 to 1099511627776");
    session_refuse(session, "dihedra-life {\"targets\": [\"B9\"], \"foo\": 1}",
                   "foo: unknown member");
}

/* The answer says what each side's kos need, and what is left of them without threats. */
Test(gtp_life, kos_are_counted) {
    Session *session = session_on(". . . . . . .\n"
                                  ". . . . . . .\n"
                                  ". . . . . . .\n"
                                  "O O O O O O O\n"
                                  "X X O O O O O\n"
                                  ". X X X X O O\n"
                                  "O O O . X O O\n",
                                  WHITE);
    const char *answer = session_ask(session, "dihedra-life {\"targets\": [\"A3\"]}");
    expect_in(answer, "\"status\":\"unsettled\",\"statusWithoutThreats\":\"dead\"");
    cr_assert_not_null(strstr(answer, "\"opponentThreats\":1"), "%s", answer);
}

/* A wall in atari is no wall, though its capture does not save: White takes back, whatever the
 * threats. */
Test(gtp_life, a_wall_may_fall) {
    Session *session = session_on("X X O . . . . . .\n"
                                  ". O X O . . . . .\n"
                                  "X X X O . . . . .\n"
                                  "O O O O . . . . .\n"
                                  ". . . . . . . . .\n"
                                  ". . . . . . . . .\n"
                                  ". . . . . . . . .\n"
                                  ". . . . . . . . .\n"
                                  ". . . . . . . . .\n",
                                  WHITE);
    session_expect(session, "dragon_status A7", "dead");
}

Test(gtp_life, questions_change_nothing) {
    Session *session = session_on(CORNER, WHITE);
    session_do(session, "decrease_depths;decrease_depths;decrease_depths;decrease_depths");
    session_expect_unchanged(session, "owl_attack B9;dragon_status;analyze_semeai B9 A7");
}
