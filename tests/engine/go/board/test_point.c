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

Test(point, points_that_are_none_of_the_board) {
    char text[POINT_TEXT_MAX];
    cr_assert_str_eq(point_to_text(POINT_PASS, 19, text), "pass");
    cr_assert_str_eq(point_to_text(POINT_RESIGN, 19, text), "resign");
    cr_assert_str_eq(point_to_text(POINT_NONE, 19, text), "none");
    Point p = POINT_NONE;
    cr_assert(point_from_text("PASS", 9, 9, &p) && p == POINT_PASS);
    cr_assert(point_from_text("Resign", 9, 9, &p) && p == POINT_RESIGN);
    static const char *const WRONG[] = {
        "",    " ",   "A",   "4",  "A0",   "A8",  "F1",   "I1",      "I4",
        "A-1", "A+1", "A 1", "1A", "AA1",  "A1 ", "A1x",  "pas",     "pass1",
        "Z1",  "@1",  "[1",  "a",  "none", "A1.", "A\t1", "A999999", "A18446744073709551617"};
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        cr_assert_not(point_from_text(WRONG[i], 5, 7, &p), "'%s' was read", WRONG[i]);
    }
    cr_assert(point_from_text("E7", 5, 7, &p) && p == point_at(4, 0));
    cr_assert(point_from_text("a1", 5, 7, &p) && p == point_at(0, 6));
}

Test(point, points_lie_in_their_arrays) {
    bool seen[POINT_COUNT] = {false};
    for (int y = 0; y < BOARD_SIDE_MAX; y++) {
        for (int x = 0; x < BOARD_SIDE_MAX; x++) {
            Point p = point_at(x, y);
            cr_assert(p - STRIDE >= 0 && p + STRIDE < POINT_COUNT && point_is_move(p));
            cr_assert(!seen[p] && point_x(p) == x && point_y(p) == y);
            seen[p] = true;
        }
    }
    cr_assert_not(point_is_move(POINT_NONE) || point_is_move(POINT_PASS) ||
                  point_is_move(POINT_RESIGN));
}

Test(point, colors) {
    static const struct {
        const char *text;
        Color color; /* EMPTY: refused */
    } CASES[] = {{"b", BLACK},  {"B", BLACK},      {"black", BLACK}, {"BlAcK", BLACK}, {"w", WHITE},
                 {"W", WHITE},  {"White", WHITE},  {"", EMPTY},      {"blac", EMPTY},  {"x", EMPTY},
                 {"bw", EMPTY}, {"whitee", EMPTY}, {" b", EMPTY},    {"empty", EMPTY}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Color color = EMPTY;
        cr_assert_eq(color_from_text(CASES[i].text, &color), CASES[i].color != EMPTY);
        cr_assert_eq(color, CASES[i].color, "'%s'", CASES[i].text);
    }
    cr_assert_str_eq(color_name(BLACK), "black");
    cr_assert_str_eq(color_name(WHITE), "white");
    cr_assert_eq(color_opponent(BLACK), WHITE);
    cr_assert_eq(color_opponent(WHITE), BLACK);
}

Test(point, images) {
    static const int SHAPES[][2] = {{9, 9}, {1, 1}, {5, 3}, {1, 7}, {25, 24}};
    for (size_t i = 0; i < sizeof SHAPES / sizeof SHAPES[0]; i++) {
        Geometry *geometry = geometry_new(SHAPES[i][0], SHAPES[i][1], 1);
        for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
            for (int cell = 0; cell < geometry->cell_count; cell++) {
                const Point p = geometry->point_of[cell];
                const Point image = geometry_map_point(geometry, g, p);
                const int width = symmetry_transposes(g) ? geometry->height : geometry->width;
                cr_assert_eq(point_y(image) * width + point_x(image),
                             geometry->hash.maps.image[g][cell]);
                cr_assert_eq(geometry_unmap_point(geometry, g, image), p);
            }
            cr_assert_eq(geometry_map_point(geometry, g, POINT_NONE), POINT_NONE);
            cr_assert_eq(geometry_map_point(geometry, g, POINT_PASS), POINT_PASS);
            cr_assert_eq(geometry_map_point(geometry, g, POINT_RESIGN), POINT_RESIGN);
        }
        geometry_free(geometry);
    }
}
