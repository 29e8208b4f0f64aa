/* Which stones a problem without marks is about, in all orientations and both colors. */
#include "gtp/solve/tsumego_record.h"
#include "tests/support/position/shapes.h"

/* Are the chains with a stone at the targets those of the cells, each once? */
static void expect_targets(const Board *board, const Point *expected, int expected_count) {
    Point targets[CELL_COUNT_MAX];
    const int count = guess_targets(board, targets);
    cr_assert_eq(count, expected_count, "%d targets\n%s", count, diagram_print_board(board).text);
    for (int i = 0; i < expected_count; i++) {
        int found = 0;
        for (int k = 0; k < count; k++) {
            found += board->chain[targets[k]] == board->chain[expected[i]];
        }
        cr_assert_eq(found, 1, "%s", diagram_print_board(board).text);
    }
}

/* Black's chains with these stones, by column and row. */
static void expect_case(const char *rows, int side, const int stones[][2], int count) {
    const Diagram small = diagram_read(rows);
    const Diagram diagram = side == 0 ? small : diagram_in_corner(&small, side);
    const Shapes shapes = shapes_new(diagram.width, diagram.height);
    Board board, image;
    diagram_set_up(&diagram, BLACK, &board);
    for (int variant = 0; variant < 2 * SYMMETRY_COUNT; variant++) {
        Point expected[4];
        const Symmetry g = (Symmetry)(variant / 2);
        for (int i = 0; i < count; i++) {
            expected[i] =
                geometry_map_point(board.geometry, g, point_at(stones[i][0], stones[i][1]));
        }
        shapes_make_image(&board, &shapes, g, (variant & 1) != 0, &image);
        expect_targets(&image, expected, count);
    }
}

Test(guess_targets, stones_that_are_shut_in) {
    expect_case(". . . X O\n"
                "X X X X O\n"
                "O O O O O\n",
                13, (const int[][2]){{0, 1}}, 1);
    expect_case(". X . . X O\n" /* two chains */
                ". X . X . O\n"
                "X O O O O O\n"
                "O O . . . .\n",
                13, (const int[][2]){{1, 0}, {3, 1}, {4, 0}, {0, 2}}, 4);
}

/* Black's stones outside are not meant, White's wall even less. */
Test(guess_targets, helpers_outside_are_left_alone) {
    expect_case(". . . X O . .\n"
                "X X X X O . X\n"
                "O O O O O . .\n"
                ". . . . . . .\n"
                ". X . . X . .\n",
                19, (const int[][2]){{0, 1}}, 1);
}

/* Nothing is far from all stones: it is the dragon in the smallest closed region. */
Test(guess_targets, a_full_board_has_its_smallest_region) {
    expect_case(". . X O .\n"
                "X X X O .\n"
                "O O O O .\n"
                ". . . . .\n"
                ". . . . .\n",
                0, (const int[][2]){{0, 1}}, 1);
}

Test(guess_targets, no_stones_are_no_problem) {
    Board board;
    board_init(&board, geometry_kept(9, 9));
    expect_targets(&board, NULL, 0);
}
