/* Points and colors: their names, their places in arrays, and their images under the symmetries of
 * a rectangle. */
#include "engine/go/board/geometry.h"

#include <criterion/criterion.h>
#include <stdio.h>

Test(point, points_of_every_size) {
    static const char COLUMNS[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ"; /* no I */
    for (int side = 1; side <= BOARD_SIDE_MAX; side++) {
        for (int i = 0; i < side * side; i++) {
            int x = i % side, y = i / side;
            char text[POINT_TEXT_MAX], right[16];
            snprintf(right, sizeof right, "%c%d", COLUMNS[x], side - y);
            cr_assert_str_eq(point_to_text(point_at(x, y), side, text), right);
            Point p = POINT_NONE;
            cr_assert(point_from_text(right, side, side, &p) && p == point_at(x, y));
            right[0] = (char)(right[0] - 'A' + 'a');
            cr_assert(point_from_text(right, side, side, &p) && p == point_at(x, y));
        }
    }
}
