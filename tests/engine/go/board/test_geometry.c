/* Images of points under the symmetries of a rectangle. */
#include "engine/go/board/geometry.h"

#include <criterion/criterion.h>

Test(geometry, images_of_points) {
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
