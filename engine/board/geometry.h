/* What all boards of one size share: the shape, the order of its cells and its hash tables.
 * Constant after geometry_new; any number of boards and threads may refer to one. */
#ifndef ENGINE_BOARD_GEOMETRY_H
#define ENGINE_BOARD_GEOMETRY_H

#include "engine/board/point.h"
#include "hash/zobrist.h"

typedef struct {
    int width, height; /* 1..25 */
    int cell_count;    /* width * height */
    int point_count;   /* points in use, the border included: a prefix of the point arrays */
    Point point_of[CELL_COUNT_MAX]; /* [cell]: cells row by row from the top left */
    uint16_t cell_of[POINT_COUNT];  /* [point on the board] */
    HashTables hash;
    HashLanes stone[2][POINT_COUNT]; /* hash.stone, indexed by point for the hot path */
} Geometry;

/* Width and height must be 1..25. Returns NULL where memory runs out. */
Geometry *geometry_new(int width, int height, uint64_t hash_seed);
void geometry_free(Geometry *geometry);

/* The image of a point (or pass, resign, none: themselves) under a symmetry. On a rectangle a
 * transposing symmetry gives a point of the transposed board; geometry_unmap_point takes such an
 * image back, and geometry_map_image turns it once more. */
Point geometry_map_point(const Geometry *geometry, Symmetry g, Point p);
Point geometry_unmap_point(const Geometry *geometry, Symmetry g, Point image);

/* The image under s of a point of the board that g makes of this one. */
Point geometry_map_image(const Geometry *geometry, Symmetry g, Symmetry s, Point image);

#endif
