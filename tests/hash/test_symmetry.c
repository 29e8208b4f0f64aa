/* The symmetry group: axioms, and composition, inverses and cell maps of every shape of board
 * against formulas written out by hand. */
#include "hash/symmetry.h"

#include <criterion/criterion.h>

enum { G = SYMMETRY_COUNT };

typedef struct {
    int x, y;
} Point;

/* The slow oracle: where a point of a board of width w and height h goes, a line a symmetry. */
static Point point_image(int g, int w, int h, int x, int y) {
    switch (g) {
    case 0:
        return (Point){x, y};
    case 1:
        return (Point){w - 1 - x, y};
    case 2:
        return (Point){x, h - 1 - y};
    case 3:
        return (Point){w - 1 - x, h - 1 - y};
    case 4:
        return (Point){y, x};
    case 5:
        return (Point){h - 1 - y, x};
    case 6:
        return (Point){y, w - 1 - x};
    default:
        return (Point){h - 1 - y, w - 1 - x};
    }
}

Test(symmetry, axioms_of_a_group) {
    for (Symmetry a = 0; a < G; a++) {
        cr_assert_eq(symmetry_compose(a, SYMMETRY_IDENTITY), a);
        cr_assert_eq(symmetry_compose(SYMMETRY_IDENTITY, a), a);
        cr_assert_eq(symmetry_compose(a, symmetry_inverse(a)), SYMMETRY_IDENTITY);
        cr_assert_eq(symmetry_compose(symmetry_inverse(a), a), SYMMETRY_IDENTITY);
        for (Symmetry b = 0; b < G; b++) {
            Symmetry ab = symmetry_compose(a, b);
            cr_assert_lt(ab, G);
            for (Symmetry c = 0; c < G; c++) {
                cr_assert_eq(symmetry_compose(ab, c), symmetry_compose(a, symmetry_compose(b, c)));
            }
        }
    }
}

Test(symmetry, names_mean_what_they_say) {
    Symmetry quarter = SYMMETRY_QUARTER_TURN;
    Symmetry half = symmetry_compose(quarter, quarter);
    cr_assert_eq(half, SYMMETRY_HALF_TURN);
    cr_assert_eq(symmetry_compose(half, half), SYMMETRY_IDENTITY);
    cr_assert_eq(symmetry_compose(half, quarter), symmetry_inverse(quarter));
    cr_assert_eq(symmetry_compose(SYMMETRY_MIRROR_X, SYMMETRY_MIRROR_Y), SYMMETRY_HALF_TURN);
    /* First transpose, then mirror x; the other order turns the other way. */
    cr_assert_eq(symmetry_compose(SYMMETRY_MIRROR_X, SYMMETRY_TRANSPOSE), quarter);
    cr_assert_eq(symmetry_compose(SYMMETRY_TRANSPOSE, SYMMETRY_MIRROR_X),
                 symmetry_inverse(quarter));
    for (Symmetry g = 0; g < G; g++) {
        cr_assert_eq(symmetry_transposes(g), g >= 4);
    }
}

static bool maps_agree_with_formulas(const SymmetryMaps *maps) {
    int w = maps->width, h = maps->height;
    for (int g = 0; g < G; g++) {
        bool hit[CELL_COUNT_MAX] = {false};
        for (int cell = 0; cell < w * h; cell++) {
            Point p = point_image(g, w, h, cell % w, cell / w);
            int image = maps->image[g][cell];
            if (image != p.y * (g < 4 ? w : h) + p.x || image >= w * h || hit[image]) {
                return false;
            }
            hit[image] = true;
        }
    }
    return true;
}

/* turned: the maps of the transposed board, where the images of transposing symmetries live. */
static bool algebra_agrees_with_maps(const SymmetryMaps *maps, const SymmetryMaps *turned) {
    for (Symmetry b = 0; b < G; b++) {
        const SymmetryMaps *after_b = symmetry_transposes(b) ? turned : maps;
        for (int cell = 0; cell < maps->cell_count; cell++) {
            int image = maps->image[b][cell];
            if (after_b->image[symmetry_inverse(b)][image] != cell) {
                return false;
            }
            for (Symmetry a = 0; a < G; a++) {
                if (after_b->image[a][image] != maps->image[symmetry_compose(a, b)][cell]) {
                    return false;
                }
            }
        }
    }
    return true;
}

Test(symmetry, every_shape_of_board) {
    for (int w = 1; w <= BOARD_SIDE_MAX; w++) {
        for (int h = 1; h <= BOARD_SIDE_MAX; h++) {
            SymmetryMaps maps, turned;
            symmetry_maps_init(&maps, w, h);
            symmetry_maps_init(&turned, h, w);
            cr_assert(maps.width == w && maps.height == h && maps.cell_count == w * h);
            cr_assert(maps_agree_with_formulas(&maps), "maps of %dx%d", w, h);
            cr_assert(algebra_agrees_with_maps(&maps, &turned), "group on %dx%d", w, h);
        }
    }
}
