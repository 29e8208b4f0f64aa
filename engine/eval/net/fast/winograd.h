/* 3x3 convolutions by Winograd's minimal filtering: a tile of output x output cells costs points²
 * products, points = output + 2, instead of 9 output². Between the kernels tile_in and tile_out the
 * caller multiplies, for each of the points² planes, the plane (a row of channels for each tile) by
 * that plane's matrix of winograd_transform.
 *
 * In 16 bits the transform of the input is exact, and the matrices are rounded to 11 to 14 bits, so
 * that no sum of products exceeds 32 bits; the transform of the output is in fp32.
 *
 * A. Lavin and S. Gray, "Fast Algorithms for Convolutional Neural Networks" (2016). Keeps no
 * state. */
#ifndef ENGINE_EVAL_NET_FAST_WINOGRAD_H
#define ENGINE_EVAL_NET_FAST_WINOGRAD_H

#include "engine/eval/net/fast/kernels/kernels.h"

/* How a batch of boards is cut into tiles. */
typedef struct {
    int batch, width, height;
    int points, output;
    int across, down; /* tiles of a board */
} Tiling;

/* Cuts the boards into 3x3 or 4x4 outputs, whichever should take less time. */
Tiling tiling_choose(int batch, int width, int height);

int tiling_count(const Tiling *tiling); /* tiles of the batch */

/* weights[3][3][in][out] to result[points²][in][out]. */
void winograd_transform(int points, const float *weights, int in, int out, float *result);

/* How many times the greatest value that the transform of the input reads its results can reach in
 * that plane, in absolute numbers, if the values may be negative or not. */
double winograd_reach(int points, int plane, bool is_signed);

/* Where the cells of a tile's input and of its output are, row by row: the index of the cell in the
 * batch times `unit`, or -1 outside the board. */
void tiling_find_input(const Tiling *tiling, int tile, int unit, int32_t places[TILE_CELLS_MAX]);
void tiling_find_output(const Tiling *tiling, int tile, int unit, int32_t places[TILE_CELLS_MAX]);

#endif
