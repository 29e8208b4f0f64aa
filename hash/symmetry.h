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
 * other four map it to the transposed rectangle, so an image has its own width.
 *
 * A cell is a number y * width + x, x and y from 0: row by row from the top left. Maps are constant
 * after initialisation and shared by any number of threads. */
#ifndef HASH_SYMMETRY_H
#define HASH_SYMMETRY_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

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

/* What stands on a cell, where a whole position is hashed. The board has another code
 * (engine/go/board/point.h: ColorCell), in which 0 is a black stone. HashCell is a signed byte and
 * ColorCell an unsigned one, so the compiler refuses an array of the one for the other. */
typedef int8_t HashCell;

enum { HASH_CELL_EMPTY = 0, HASH_CELL_BLACK = 1, HASH_CELL_WHITE = 2 };

/* The symmetry "first b, then a". */
Symmetry symmetry_compose(Symmetry a, Symmetry b);

/* The symmetry that undoes g. */
Symmetry symmetry_inverse(Symmetry g);

static inline bool symmetry_transposes(Symmetry g) {
    return (g & SYMMETRY_TRANSPOSE) != 0;
}

/* Replaces the cell (x, y) of a board of width x height by its image. */
static inline void symmetry_map_xy(int width, int height, Symmetry g, int *x, int *y) {
    const bool transposes = symmetry_transposes(g);
    const int from_x = transposes ? *y : *x, from_y = transposes ? *x : *y;
    *x = g & SYMMETRY_MIRROR_X ? (transposes ? height : width) - 1 - from_x : from_x;
    *y = g & SYMMETRY_MIRROR_Y ? (transposes ? width : height) - 1 - from_y : from_y;
}

/* Where each symmetry takes each cell of a board of one shape. */
typedef struct {
    int width, height;                              /* of the board that is mapped, 1..25 */
    int cell_count;                                 /* width * height */
    uint16_t image[SYMMETRY_COUNT][CELL_COUNT_MAX]; /* image[g][cell], a cell of the image board */
} SymmetryMaps;

/* Width and height must be 1..25. */
void symmetry_maps_init(SymmetryMaps *maps, int width, int height);

#ifdef __cplusplus
}
#endif

#endif
