/* Images of positions, for tests of knowledge that must not depend on how a board is turned or
 * which color is which. */
#ifndef TESTS_SUPPORT_POSITION_SHAPES_H
#define TESTS_SUPPORT_POSITION_SHAPES_H

#include "tests/support/position/diagram.h"

/* The geometries of a board and of its transpose, freed when the test ends. */
typedef struct {
    Geometry *upright, *transposed;
} Shapes;

Shapes shapes_new(int width, int height);

/* Sets *image to the position turned by g, with its colors exchanged or not. The side to move, the
 * ko and the passes follow; image->geometry is one of the shapes. */
void shapes_make_image(const Board *board, const Shapes *shapes, Symmetry g, bool exchanged,
                       Board *image);

#endif
