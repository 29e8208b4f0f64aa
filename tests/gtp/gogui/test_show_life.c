/* Pictures of life and death, in a corner where one move decides. */
#include "tests/support/session/session.h"

/* Black's corner has three points in a row. */
static const char CORNER[] = ". . . X O .\n"
                             "X X X X O .\n"
                             "O O O O O .\n"
                             ". . . . . .\n"
                             ". . . . . .\n";

Test(gogui_show_life, the_vital_point_kills_and_saves) {
    session_expect(session_on(CORNER, BLACK), "dihedra-show_life A4",
                   "COLOR #40A0E0 A5 B5 C5 E5 E4 A3 B3 C3 D3 E3\n"
                   "MARK D5 A4 B4 C4 D4\n"
                   "CIRCLE B5\n"
                   "SQUARE B5\n"
                   "TEXT unsettled: white kills: yes; black saves: yes");
}

Test(gogui_show_life, an_empty_point_is_refused) {
    Session *session = session_new(5, 5);
    session_refuse(session, "dihedra-show_life A1", "vertex must not be empty");
    session_refuse(session, "dihedra-show_life pass", "vertex must not be empty");
}
