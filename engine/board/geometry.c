#include "engine/board/geometry.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

Geometry *geometry_new(int width, int height, uint64_t hash_seed) {
    assert(width >= 1 && width <= BOARD_SIDE_MAX && height >= 1 && height <= BOARD_SIDE_MAX);
    size_t size = (sizeof(Geometry) + 63) / 64 * 64;
    Geometry *geometry = aligned_alloc(64, size);
    if (geometry == NULL) {
        return NULL;
    }
    memset(geometry, 0, size);
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
    free(geometry);
}

Point geometry_map_point(const Geometry *geometry, Symmetry g, Point p) {
    if (!point_is_move(p)) {
        return p;
    }
    int image_width = symmetry_transposes(g) ? geometry->height : geometry->width;
    int image = geometry->hash.maps.image[g][geometry->cell_of[p]];
    return point_at(image % image_width, image / image_width);
}
