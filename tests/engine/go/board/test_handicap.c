/* Handicap stones: free places are distinct points of the board. Which points the fixed places are
 * is asked in regress/suites/handicap.tst. */
#include "engine/go/board/handicap.h"

#include <criterion/criterion.h>
#include <string.h>

/* In GTP's order. */
Test(handicap, nine_points_in_order) {
    static const char *const NAMES[] = {"D4", "Q16", "D16", "Q4", "D10", "Q10", "K4", "K16", "K10"};
    Point points[HANDICAP_MAX];
    handicap_fixed_points(19, 9, points);
    for (int i = 0; i < 9; i++) {
        char text[POINT_TEXT_MAX];
        cr_assert_str_eq(point_to_text(points[i], 19, text), NAMES[i]);
    }
}

/* The corners lie on the third line up to 12x12, on the fourth from 13x13 on. */
Test(handicap, how_far_from_the_edge) {
    for (int side = 7; side <= BOARD_SIDE_MAX; side++) {
        Point points[2];
        const int line = side < 13 ? 2 : 3;
        handicap_fixed_points(side, 2, points);
        cr_assert_eq(points[0], point_at(line, side - 1 - line), "%d", side);
        cr_assert_eq(points[1], point_at(side - 1 - line, line), "%d", side);
    }
}

Test(handicap, how_many_fixed_points) {
    for (int side = 1; side <= BOARD_SIDE_MAX; side++) {
        int max = side < 7 ? 0 : side == 7 || side % 2 == 0 ? 4 : 9;
        cr_assert_eq(handicap_fixed_max(side, side), max, "%d", side);
        if (side < BOARD_SIDE_MAX) {
            cr_assert_eq(handicap_fixed_max(side, side + 1), 0);
            cr_assert_eq(handicap_fixed_max(side + 1, side), 0);
        }
    }
}

static bool points_are_distinct(int width, int height, int count, const Point *points) {
    bool seen[POINT_COUNT] = {false};
    for (int i = 0; i < count; i++) {
        Point p = points[i];
        if (!point_is_move(p) || p >= POINT_COUNT || point_x(p) >= width || point_y(p) < 0 ||
            point_y(p) >= height || point_x(p) < 0 || seen[p]) {
            return false;
        }
        seen[p] = true;
    }
    return true;
}

/* Every count on small boards, the first forty on the others. */
Test(handicap, free_points_are_distinct) {
    static const uint8_t SHAPES[][2] = {{1, 3},   {3, 1},  {2, 2},  {3, 3}, {5, 4},
                                        {6, 6},   {7, 7},  {8, 8},  {9, 9}, {13, 13},
                                        {19, 19}, {19, 7}, {25, 25}};
    for (size_t i = 0; i < sizeof SHAPES / sizeof SHAPES[0]; i++) {
        int width = SHAPES[i][0], height = SHAPES[i][1];
        for (int count = 0; count < width * height && count <= 40; count++) {
            Point points[CELL_COUNT_MAX] = {POINT_NONE}, fixed[HANDICAP_MAX];
            handicap_free_points(width, height, count, points);
            cr_assert(points_are_distinct(width, height, count, points), "%d on %dx%d", count,
                      width, height);
            if (count >= 2 && count <= handicap_fixed_max(width, height)) {
                handicap_fixed_points(width, count, fixed);
                cr_assert(memcmp(points, fixed, (size_t)count * sizeof fixed[0]) == 0);
            }
        }
    }
}
