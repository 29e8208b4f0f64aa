/* Images of points under the symmetries of a rectangle. */
#include "engine/go/board/geometry.h"

#include <criterion/criterion.h>

Test(geometry, images_of_points) {
    Geometry *geometry = geometry_new(7, 4, HASH_DEFAULT_SEED);
    Point p = point_at(5, 1);
    cr_assert_eq(geometry_map_point(geometry, SYMMETRY_IDENTITY, p), p);
    cr_assert_eq(geometry_map_point(geometry, SYMMETRY_MIRROR_X, p), point_at(1, 1));
    cr_assert_eq(geometry_map_point(geometry, SYMMETRY_MIRROR_Y, p), point_at(5, 2));
    cr_assert_eq(geometry_map_point(geometry, SYMMETRY_HALF_TURN, p), point_at(1, 2));
    cr_assert_eq(geometry_map_point(geometry, SYMMETRY_TRANSPOSE, p), point_at(1, 5));
    cr_assert_eq(geometry_map_point(geometry, SYMMETRY_QUARTER_TURN, p), point_at(2, 5));
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        cr_assert_eq(geometry_map_point(geometry, g, POINT_NONE), POINT_NONE);
        cr_assert_eq(geometry_map_point(geometry, g, POINT_PASS), POINT_PASS);
        cr_assert_eq(geometry_map_point(geometry, g, POINT_RESIGN), POINT_RESIGN);
    }
    geometry_free(geometry);
}
