/* The board as text. */
#include "engine/go/board/board_text.h"

#include "tests/support/position/diagram.h"

static void expect_drawing(const char *position, Point last, const char *drawing) {
    Diagram diagram = diagram_read(position);
    Geometry *geometry = geometry_kept(diagram.width, diagram.height);
    Board board;
    Status status;
    board_init(&board, geometry);
    cr_assert(board_set_up(&board, diagram.cells, BLACK, &status));
    char text[4096] = "", line[BOARD_TEXT_LINE_MAX];
    for (int i = 0; i <= diagram.height + 1; i++) {
        strcat(strcat(text, board_text_line(&board, i, last, line)), "\n");
    }
    cr_assert_str_eq(text, drawing);
}

Test(board_text, drawings) {
    expect_drawing("X . O\n"
                   ". X O\n",
                   point_at(1, 1),
                   "   A B C\n"
                   " 2 X . O 2\n"
                   " 1 .(X)O 1\n"
                   "   A B C\n");
    expect_drawing("O . . . . . . . .\n"
                   ". . . . . . . . .\n"
                   ". . X . . . . . .\n"
                   ". . . . . . . . .\n"
                   ". . . . . . . . .\n"
                   ". . . . . . . . .\n"
                   ". . . . . . . . .\n"
                   ". . . . . . . . .\n"
                   ". . . . . . . . O\n",
                   point_at(8, 8),
                   "   A B C D E F G H J\n"
                   " 9 O . . . . . . . . 9\n"
                   " 8 . . . . . . . . . 8\n"
                   " 7 . . X . . . + . . 7\n"
                   " 6 . . . . . . . . . 6\n"
                   " 5 . . . . + . . . . 5\n"
                   " 4 . . . . . . . . . 4\n"
                   " 3 . . + . . . + . . 3\n"
                   " 2 . . . . . . . . . 2\n"
                   " 1 . . . . . . . .(O)1\n"
                   "   A B C D E F G H J\n");
}

/* The middles of the sides are marked from 15x15 on, the center on every odd board. */
Test(board_text, star_points_by_size) {
    for (int side = 9; side <= 21; side += 2) {
        const int middle = side / 2, edge = side < 13 ? 2 : 3;
        cr_assert(board_text_is_star(side, side, middle, middle));
        cr_assert(board_text_is_star(side, side, edge, side - 1 - edge));
        cr_assert_eq(board_text_is_star(side, side, middle, edge), side >= 15, "%d", side);
        cr_assert_eq(board_text_is_star(side, side, edge, middle), side >= 15, "%d", side);
    }
    cr_assert_not(board_text_is_star(15, 13, 7, 3));
    cr_assert_not(board_text_is_star(13, 15, 3, 7));
}
