/* The symmetry group of a board: what its elements are, how they combine, where they take cells.
 *
 * A symmetry is a number 0..7 read as three bits. It acts on a board of width w and height h by
 * doing, in this order:
 *
 *     bit 2 (value 4)  transpose:  (x, y) -> (y, x), the board becomes h wide and w high
 *     bit 0 (value 1)  mirror x:   (x, y) -> (width - 1 - x, y)   width after transposing
 *     bit 1 (value 2)  mirror y:   (x, y) -> (x, height - 1 - y)  height after transposing
 *
 * On a square all eight map the board to itself. On a rectangle the four without bit 2 do; the
 * other four map it to the transposed rectangle, so an image has a width of its own.
 *
 * A cell is a number y * width + x, x and y from 0: row by row from the top left. Everything here
 * is constant after initialisation and may be shared by any number of threads.
 */
#ifndef HASH_SYMMETRY_H
#define HASH_SYMMETRY_H

#include <stdbool.h>
#include <stdint.h>

enum { SYMMETRY_COUNT = 8, BOARD_SIDE_MAX = 25, CELL_COUNT_MAX = BOARD_SIDE_MAX * BOARD_SIDE_MAX };

typedef uint8_t Symmetry; /* 0..7 */

enum {
    SYMMETRY_IDENTITY = 0,
    SYMMETRY_MIRROR_X = 1,
    SYMMETRY_MIRROR_Y = 2,
    SYMMETRY_HALF_TURN = 3,
    SYMMETRY_TRANSPOSE = 4,
    SYMMETRY_QUARTER_TURN = 5, /* transpose, then mirror x: (x, y) -> (h - 1 - y, x) */
};

/* The symmetry "first b, then a". */
Symmetry symmetry_compose(Symmetry a, Symmetry b);

/* The symmetry that undoes g. */
Symmetry symmetry_inverse(Symmetry g);

static inline bool symmetry_transposes(Symmetry g) {
    return (g & SYMMETRY_TRANSPOSE) != 0;
}

/* Where each symmetry takes each cell of a board of one shape. */
typedef struct {
    int width, height;                              /* of the board that is mapped, 1..25 */
    int cell_count;                                 /* width * height */
    uint16_t image[SYMMETRY_COUNT][CELL_COUNT_MAX]; /* image[g][cell], a cell of the image board */
} SymmetryMaps;

/* Width and height must be 1..25. */
void symmetry_maps_init(SymmetryMaps *maps, int width, int height);

#endif
