/* What all boards of one size share: the shape, the order of its cells and the hash tables.
 * Constant after geometry_new; boards and threads share one. */
#ifndef ENGINE_GO_BOARD_GEOMETRY_H
#define ENGINE_GO_BOARD_GEOMETRY_H

#include "engine/go/board/point.h"
#include "hash/zobrist.h"

typedef struct {
    int width, height; /* 1..25 */
    int cell_count;    /* width * height */
    int point_count;   /* points in use, border included: a prefix of every array of points */
    Point point_of[CELL_COUNT_MAX]; /* [cell]: cells row by row from the top left */
    uint16_t cell_of[POINT_COUNT];  /* [point on the board] */
    HashTables hash;
    HashLanes stone[2][POINT_COUNT]; /* hash.stone, indexed by point for the hot path */
} Geometry;

/* Width and height must be 1..25. Returns NULL if out of memory. */
Geometry *geometry_new(int width, int height, uint64_t hash_seed);
void geometry_free(Geometry *geometry);

/* The image of a point under a symmetry; pass, resign and none are their own images. On a rectangle
 * the image under a transposing symmetry is a point of the transposed board. geometry_unmap_point
 * is the inverse. */
Point geometry_map_point(const Geometry *geometry, Symmetry g, Point p);
Point geometry_unmap_point(const Geometry *geometry, Symmetry g, Point image);

/* The image under s of a point on the image of this board under g. */
Point geometry_map_image(const Geometry *geometry, Symmetry g, Symmetry s, Point image);

/* Returns the point of a board that the image under s of a canonical point came from, if
 * orientation turns that board into the canonical one. */
static inline Point geometry_unmap_image(const Geometry *geometry, Symmetry orientation, Symmetry s,
                                         Point canonical) {
    return geometry_unmap_point(geometry, orientation,
                                geometry_map_image(geometry, orientation, s, canonical));
}

#endif
