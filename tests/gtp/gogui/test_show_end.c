/* Pictures of who will own what, in positions where that is certain. */
#include "tests/support/session/picture.h"

static const char SETTLED[] = ". X . X O .\n"
                              "X X X X O .\n"
                              ". O X X O O\n"
                              "X X X X O .\n"
                              ". X . X O .\n";

Test(gogui_show_end, ownership_is_of_those_who_live) {
    Session *session = session_on(SETTLED, BLACK);
    const char *colors = session_ask(session, "dihedra-show_ownership");
    cr_assert_not_null(strstr(colors, "COLOR #000000 A5"), "%s", colors);
    cr_assert_not_null(strstr(colors, "COLOR #FFFFFF E5"), "%s", colors);
    cr_assert_not_null(strstr(colors, "TEXT Black leads by "), "%s", colors);
}

Test(gogui_show_end, the_leader_is_named) {
    char exchanged[sizeof SETTLED];
    Session *session = session_new(6, 5);
    for (size_t i = 0; i < sizeof SETTLED; i++) {
        exchanged[i] = SETTLED[i] == 'X' ? 'O' : SETTLED[i] == 'O' ? 'X' : SETTLED[i];
    }
    session_set_up(session, exchanged, BLACK);
    const char *colors = session_ask(session, "dihedra-show_ownership");
    const char *lead = strstr(colors, "TEXT White leads by ");
    cr_assert(lead != NULL && strtod(lead + strlen("TEXT White leads by "), NULL) > 0, "%s",
              colors);
}

Test(gogui_show_end, final_position_without_dead_stones) {
    Session *session = session_on(SETTLED, BLACK);
    session_do(session, "komi 0.5");
    const char *answer = session_ask(session, "dihedra-show_final");
    cr_assert_str_eq(answer, "BLACK A5 B5 C5 D5 A4 B4 C4 D4 A3 B3 C3 D3 A2 B2 C2 D2 A1 B1 C1 D1\n"
                             "WHITE E5 F5 E4 F4 E3 F3 E2 F2 E1 F1\n"
                             "MARK B3\n"
                             "TEXT B+9.5 by tromp-taylor rules");
}
