/* The stones around a move, the same for both colors and all images of the board, so that the same
 * mistake made again has the same shape. Pure functions. */
#ifndef REGRESS_REVIEW_LOCAL_SHAPE_H
#define REGRESS_REVIEW_LOCAL_SHAPE_H

#include "engine/go/board/point.h"

enum { LOCAL_SHAPE_SIDE = 5, LOCAL_SHAPE_LENGTH = LOCAL_SHAPE_SIDE * LOCAL_SHAPE_SIDE };

/* The points around the move, row by row: x the mover's stones, o the opponent's, # off the board,
 * . empty; of the eight images the first by strcmp. */
typedef struct {
    char text[LOCAL_SHAPE_LENGTH + 1];
    int stones;
} LocalShape;

/* cells: a Color each, row by row from the top. point is one of the board. */
LocalShape local_shape_at(const ColorCell *cells, int width, int height, Point point, Color mover);

#endif
