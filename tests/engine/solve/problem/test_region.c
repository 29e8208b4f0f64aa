/* Where a question about chains is decided: closed regions point by point, open ones by steps. */
#include "engine/solve/problem/region.h"
#include "tests/support/position/diagram.h"

#include <criterion/criterion.h>

/* Expects the playable points of the chains at the stones to be those that are '#' in `playable`.
 */
static void expect_region(const char *rows, int side, const int stones[][2], int count, int radius,
                          RegionKind kind, const char *playable) {
    const Diagram small = diagram_read(rows);
    const Diagram diagram = side == 0 ? small : diagram_in_corner(&small, side);
    const Diagram zone_small = diagram_read(playable);
    const Diagram expected = side == 0 ? zone_small : diagram_in_corner(&zone_small, side);
    Board board;
    Point targets[4];
    Zone zone;
    diagram_set_up(&diagram, BLACK, &board);
    for (int i = 0; i < count; i++) {
        targets[i] = point_at(stones[i][0], stones[i][1]);
    }
    cr_assert_eq(region_find(&board, targets, count, radius, &zone), kind, "%s", rows);
    for (int cell = 0; cell < board.geometry->cell_count; cell++) {
        cr_assert_eq(zone_has(&zone, board.geometry->point_of[cell]), expected.cells[cell] == BLACK,
                     "cell %d\n%s", cell, rows);
    }
}

/* The opponent's stones that have no way out are inside, with what they touch. */
Test(region, stones_inside_belong_to_it) {
    expect_region(". O . X O\n"
                  "X X X X O\n"
                  "O O O O O\n",
                  9, (const int[][2]){{0, 1}}, 1, REGION_RADIUS, REGION_CLOSED,
                  "# # # # .\n"
                  "# # # # .\n");
    expect_region(". O . X O\n" /* a second chain behind them */
                  ". O X X O\n"
                  "X X O O O\n"
                  "O O O . .\n",
                  9, (const int[][2]){{2, 1}, {0, 2}}, 2, REGION_RADIUS, REGION_CLOSED,
                  "# # # # .\n"
                  "# # # # .\n"
                  "# # . . .\n");
}

/* The white stone with one liberty inside and one outside may be taken from there. The other walls
 * are safe. */
Test(region, a_wall_with_one_liberty_outside_belongs_to_it) {
    expect_region(". X O O . . .\n"
                  "X X . O . . .\n"
                  ". X O . O . .\n"
                  "X X X O . . .\n"
                  "O O O O . . .\n",
                  9, (const int[][2]){{1, 0}}, 1, REGION_RADIUS, REGION_CLOSED,
                  "# # . . . . .\n"
                  "# # # . . . .\n"
                  "# # # # . . .\n"
                  "# # # . . . .\n");
}

/* White's stones at A1 have an eye inside, and would be cut off: they are no wall. */
Test(region, attacking_stones_inside_are_no_wall) {
    expect_region("X X X X X O . .\n"
                  "X . . . X O . .\n"
                  "O O O . X O . .\n"
                  ". . O . X O . .\n"
                  "O O O X X O . .\n"
                  "X X X X O O . .\n"
                  "O O O O O . . .\n",
                  9, (const int[][2]){{0, 0}}, 1, REGION_RADIUS, REGION_CLOSED,
                  "# # # # # . . .\n"
                  "# # # # # . . .\n"
                  "# # # # # . . .\n"
                  "# # # # # . . .\n"
                  "# # # # # . . .\n"
                  "# # # # . . . .\n");
}

/* Steps over empty points, around a strong chain of the opponent's. */
Test(region, an_open_region_ends_by_steps) {
    expect_region(". . . . . . .\n"
                  ". . . . . . .\n"
                  ". . . . . . .\n"
                  ". . . X . . .\n"
                  ". . . . . . .\n",
                  13, (const int[][2]){{3, 3}}, 1, 2, REGION_OPEN,
                  ". . . . . . .\n"
                  ". . . # . . .\n"
                  ". . # # # . .\n"
                  ". # # # # # .\n"
                  ". . # # # . .\n"
                  ". . . # . . .\n");
    expect_region(". . . . . . .\n"
                  ". . . . . . .\n"
                  ". . . . . . .\n"
                  ". . . X O . .\n"
                  ". . . . O . .\n",
                  13, (const int[][2]){{3, 3}}, 1, 2, REGION_OPEN,
                  ". . . . . . .\n"
                  ". . . # . . .\n"
                  ". . # # # . .\n"
                  ". # # # . . .\n"
                  ". . # # . . .\n"
                  ". . . # . . .\n");
    expect_region(". . . . . . .\n" /* a weak one belongs to it, one step on */
                  ". . . . . . .\n"
                  ". . . . . . .\n"
                  ". . . X O . .\n"
                  ". . . . . . .\n",
                  13, (const int[][2]){{3, 3}}, 1, 2, REGION_OPEN,
                  ". . . . . . .\n"
                  ". . . # . . .\n"
                  ". . # # # . .\n"
                  ". # # # # # .\n"
                  ". . # # # . .\n"
                  ". . . # . . .\n");
}

Test(region, a_goal_is_made_of_stones_of_one_color) {
    const Diagram diagram = diagram_read(". X O . .\n"
                                         "X . O X .\n"
                                         ". . . . .\n");
    Board board;
    Goal goal;
    Status status;
    Zone targets = {0}, playable = {0};
    diagram_set_up(&diagram, BLACK, &board);
    cr_assert_not(region_make_goal(&board, &targets, false, NULL, &goal, &status));
    cr_assert_str_eq(status.text, "targets: expected stones");
    zone_add(&targets, point_at(2, 0));
    zone_add(&targets, point_at(2, 1));
    cr_assert(region_make_goal(&board, &targets, false, NULL, &goal, &status));
    cr_assert(goal.kind == GOAL_CAPTURE_ALL && goal.reacher == BLACK && goal.target_count == 1);
    zone_add(&playable, point_at(3, 0));
    cr_assert(region_make_goal(&board, &targets, true, &playable, &goal, &status));
    cr_assert(goal.kind == GOAL_CAPTURE_ANY && goal.point_count == 3);
    zone_add(&targets, point_at(3, 1));
    cr_assert_not(region_make_goal(&board, &targets, false, NULL, &goal, &status));
    cr_assert_str_eq(status.text, "targets: expected stones of one color");
    targets = (Zone){0};
    zone_add(&targets, point_at(0, 0));
    cr_assert_not(region_make_goal(&board, &targets, false, NULL, &goal, &status));
    cr_assert_str_eq(status.text, "targets: expected stones");
}
