#include "engine/go/board/geometry.h"

#include <assert.h>

#include "engine/base/os/pages.h"

Geometry *geometry_new(int width, int height, uint64_t hash_seed) {
    assert(width >= 1 && width <= BOARD_SIDE_MAX && height >= 1 && height <= BOARD_SIDE_MAX);
    Geometry *geometry = aligned_new(sizeof *geometry);
    if (geometry == NULL) {
        return NULL;
    }
    geometry->width = width;
    geometry->height = height;
    geometry->cell_count = width * height;
    geometry->point_count = (height + 2) * STRIDE + 1;
    hash_tables_init(&geometry->hash, width, height, hash_seed);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        Point p = point_at(cell % width, cell / width);
        geometry->point_of[cell] = p;
        geometry->cell_of[p] = (uint16_t)cell;
        geometry->stone[BLACK][p] = geometry->hash.stone[HASH_BLACK][cell];
        geometry->stone[WHITE][p] = geometry->hash.stone[HASH_WHITE][cell];
    }
    return geometry;
}

void geometry_free(Geometry *geometry) {
    aligned_free(geometry);
}

static Point map_point(int width, int height, Symmetry g, Point p) {
    if (!point_is_move(p)) {
        return p;
    }
    int x = point_x(p), y = point_y(p);
    symmetry_map_xy(width, height, g, &x, &y);
    return point_at(x, y);
}

Point geometry_map_point(const Geometry *geometry, Symmetry g, Point p) {
    return map_point(geometry->width, geometry->height, g, p);
}

Point geometry_map_image(const Geometry *geometry, Symmetry g, Symmetry s, Point image) {
    const bool transposed = symmetry_transposes(g);
    return map_point(transposed ? geometry->height : geometry->width,
                     transposed ? geometry->width : geometry->height, s, image);
}

Point geometry_unmap_point(const Geometry *geometry, Symmetry g, Point image) {
    return geometry_map_image(geometry, g, symmetry_inverse(g), image);
}
