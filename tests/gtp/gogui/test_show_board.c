/* Pictures of the stones agree with a slow count or with a drawing. */
#include "tests/support/session/picture.h"

static const char LADDER[] = ". . . . . . . . .\n"
                             ". . . . . . . . .\n"
                             ". . . . . . . . .\n"
                             ". . . . . . . . .\n"
                             ". . . . . . . . .\n"
                             ". . . . . . . . .\n"
                             ". . X X O . . . .\n"
                             ". . X O O X . . .\n"
                             ". . . X X . . . .\n";

Test(gogui_show_board, ladders_begin_where_they_work) {
    picture_expect(LADDER, "dihedra-show_ladders",
                   "TRIANGLE E3 D2 E2\n"
                   "CIRCLE E4\n"
                   "TEXT 0 in atari cannot run, 1 can be taken in a ladder");
    picture_expect("O X . . .\n"
                   ". . . . .\n"
                   "X X . . .\n",
                   "dihedra-show_ladders",
                   "MARK A3\n"
                   "TEXT 1 in atari cannot run, 0 can be taken in a ladder");
}

/* White's stone in the corner is lost; the one at the edge can be saved. */
Test(gogui_show_board, danger_as_read) {
    picture_expect("O X X . . . . . .\n"
                   ". X . . . . . . .\n"
                   "X X X . . . . . .\n"
                   ". . . . X . . . .\n"
                   ". . . X O X . . .\n"
                   ". . . . . . . . .\n"
                   ". . . . . . . . .\n"
                   ". . . . . . . . .\n"
                   ". . . . . . . . .\n",
                   "dihedra-show_danger",
                   "COLOR red A9\n"
                   "COLOR yellow E5\n"
                   "CIRCLE A8 E4\n"
                   "SQUARE E4\n"
                   "TEXT 1 lost, 1 can be taken or saved");
}
