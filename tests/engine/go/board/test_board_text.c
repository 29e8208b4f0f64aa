/* The board as text. */
#include "engine/go/board/board_text.h"

#include <criterion/criterion.h>
#include <string.h>

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

/* The longest lines fit: 25 columns, two digits on either side. */
Test(board_text, largest_drawing) {
    Geometry *geometry = geometry_kept(25, 25);
    Board board;
    board_init(&board, geometry);
    char line[BOARD_TEXT_LINE_MAX];
    for (int i = 0; i <= 26; i++) {
        cr_assert_leq(strlen(board_text_line(&board, i, point_at(24, 0), line)), 55);
    }
    cr_assert_str_eq(board_text_line(&board, 1, point_at(24, 0), line),
                     "25 . . . . . . . . . . . . . . . . . . . . . . . .(.)25");
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

Test(board_text, nine_star_points_on_19x19) {
    int stars = 0;
    for (int i = 0; i < 361; i++) {
        stars += board_text_is_star(19, 19, i % 19, i / 19);
    }
    cr_assert_eq(stars, 9);
    cr_assert(board_text_is_star(19, 19, 3, 9) && board_text_is_star(19, 19, 9, 9));
    cr_assert(board_text_is_star(13, 13, 6, 6) && !board_text_is_star(13, 13, 3, 6));
    cr_assert_not(board_text_is_star(5, 5, 2, 2));
}
