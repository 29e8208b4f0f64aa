/* Chains in danger. */
#include "tests/support/session/picture.h"

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
