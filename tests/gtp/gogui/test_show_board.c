/* Pictures of the stones agree with a slow count or with a drawing. */
#include "tests/support/session/picture.h"

Test(gogui_show_board, liberties_as_counted) {
    picture_expect(". X X . .\n"
                   "O X . . .\n"
                   ". O X . .\n"
                   ". . . O .\n",
                   "dihedra-show_liberties",
                   "\"\" 3 3 \"\" \"\"\n"
                   "2 3 \"\" \"\" \"\"\n"
                   "\"\" 2 3 \"\" \"\"\n"
                   "\"\" \"\" \"\" 3 \"\"");
}

Test(gogui_show_board, eyes_as_playouts_leave_them) {
    picture_expect(". X . O .\n"
                   "X X X O O\n"
                   ". . X O .\n"
                   "X X X O O\n"
                   ". X . O .\n",
                   "dihedra-show_eyes",
                   "b \"\" \"\" \"\" w\n"
                   "\"\" \"\" \"\" \"\" \"\"\n"
                   "\"\" \"\" \"\" \"\" w\n"
                   "\"\" \"\" \"\" \"\" \"\"\n"
                   "b \"\" \"\" \"\" w");
}

/* Checks that a chain has one color, which no chain has that touches it or shares a liberty with
 * it. */
static void check_chains(Session *session) {
    const Board *board = &session->engine.game->board;
    const Geometry *geometry = board->geometry;
    char colors[POINT_COUNT][8] = {{0}};
    const char *at = session_ask(session, "dihedra-show_chains");
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        int length;
        cr_assert_eq(sscanf(at, " %7s%n", colors[geometry->point_of[cell]], &length), 1);
        at += length;
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        Point beside[5] = {p};
        point_neighbors(p, beside + 1);
        cr_assert_eq(strcmp(colors[p], "\"\"") == 0, board_color(board, p) == EMPTY);
        for (int i = 0; i < 25; i++) {
            const Point a = beside[i / 5], b = beside[i % 5];
            const bool both = board_color(board, a) < EMPTY && board_color(board, b) < EMPTY;
            const bool near = i / 5 == 0 || board_color(board, p) == EMPTY;
            cr_assert(!both || !near ||
                      (strcmp(colors[a], colors[b]) == 0) == (board->chain[a] == board->chain[b]));
        }
    }
}

Test(gogui_show_board, chains_are_told_apart) {
    for (int moves = 10; moves <= 70; moves += 20) {
        Session *session = session_new(9, 9);
        picture_play_random(session, moves, 20 + (uint64_t)moves);
        check_chains(session);
    }
}

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
