/* Links between chains, in all orientations and both colors. */
#include "engine/solve/goal/link.h"
#include "tests/support/position/diagram.h"
#include "tests/support/position/shapes.h"

#include <criterion/criterion.h>

/* Black's chains at the stones, on a 9x9 board. */
static void expect_link(const char *rows, const int stones[][2], GoalOutcome expected) {
    const Diagram small = diagram_read(rows), diagram = diagram_in_corner(&small, 9);
    const Shapes shapes = shapes_new(9, 9);
    Board board, image;
    diagram_set_up(&diagram, BLACK, &board);
    for (int variant = 0; variant < 2 * SYMMETRY_COUNT; variant++) {
        const Symmetry g = (Symmetry)(variant / 2);
        const bool exchanged = (variant & 1) != 0;
        Goal goal;
        Zone zone = {0};
        Status status;
        shapes_make_image(&board, &shapes, g, exchanged, &image);
        goal_init(&goal, &image, GOAL_CONNECT, exchanged ? WHITE : BLACK);
        for (int i = 0; i < 2; i++) {
            const Point p = point_at(stones[i][0], stones[i][1]);
            goal_add_target(&goal, &image, geometry_map_point(board.geometry, g, p));
        }
        cr_assert(goal_finish(&goal, &image, &status), "%s", status.text);
        const GoalOutcome found = link_judge(&goal, &image, &zone);
        cr_assert_eq(found, expected, "%d, not %d\n%s", (int)found, (int)expected, rows);
    }
}

Test(link, links_between_chains) {
    expect_link(". . . .\n" /* two common liberties */
                ". X . .\n"
                ". . X .\n",
                (const int[][2]){{1, 1}, {2, 2}}, GOAL_REACHED);
    expect_link(". . . .\n" /* one of them is taken */
                ". X O .\n"
                ". . X .\n",
                (const int[][2]){{1, 1}, {2, 2}}, GOAL_OPEN);
    expect_link(". X . X .\n" /* a stone between would be in atari */
                ". . . . .\n",
                (const int[][2]){{1, 0}, {3, 0}}, GOAL_REACHED);
    expect_link(". X . X .\n" /* it has a friend */
                ". . O . .\n",
                (const int[][2]){{1, 0}, {3, 0}}, GOAL_OPEN);
    expect_link("O X . X .\n" /* it would capture */
                ". O . . .\n",
                (const int[][2]){{1, 0}, {3, 0}}, GOAL_OPEN);
    expect_link(". . . . . .\n" /* by a third chain */
                ". X . . . .\n"
                ". . X . . .\n"
                ". . . X . .\n",
                (const int[][2]){{1, 1}, {3, 3}}, GOAL_REACHED);
    expect_link(". . . . .\n"
                ". X . X .\n"
                ". . . . .\n",
                (const int[][2]){{1, 1}, {3, 1}}, GOAL_OPEN);
}

Test(link, walls_between_chains) {
    expect_link(". . . O . . .\n"
                "X . . O . . X\n"
                ". . . O . . .\n"
                ". . . O . . .\n"
                ". . . O . . .\n"
                ". . . O . . .\n"
                ". . . O . . .\n"
                ". . . O . . .\n"
                ". . . O . . .\n",
                (const int[][2]){{0, 1}, {6, 1}}, GOAL_HELD);
    expect_link(". . . O . . .\n" /* with a gap */
                "X . . O . . X\n"
                ". . . O . . .\n"
                ". . . O . . .\n"
                ". . . O . . .\n"
                ". . . . . . .\n"
                ". . . O . . .\n"
                ". . . O . . .\n"
                ". . . O . . .\n",
                (const int[][2]){{0, 1}, {6, 1}}, GOAL_OPEN);
    expect_link(". O . X .\n" /* a wall that may fall */
                "X O X . .\n"
                "O O X . .\n"
                "X X . . .\n",
                (const int[][2]){{0, 1}, {2, 1}}, GOAL_OPEN);
}
