/* 3x3 convolutions by Winograd's minimal filtering: a tile of 4x4 cells costs 36 products instead
 * of 144, one of 3x3 cells 25 instead of 81. Between the kernels tile_in and tile_out the caller
 * multiplies each plane (a row of channels for each tile that has it) by its matrix, which the
 * kernel tile_weights makes.
 *
 * A side of a board is cut into as few tiles as possible, as many of them as possible 3 cells long
 * instead of 4: 19 is 4 + 4 + 4 + 4 + 3, and a 19x19 board costs (19 + 2 * 5)² products; 13 is
 * 4 + 3 + 3 + 3. Both lengths read the same matrices (see TileShape).
 *
 * In 16 bits the transform of the input is exact, and the matrices are rounded to 11 to 14 bits, so
 * that no sum of products exceeds 32 bits; the transform of the output is in fp32.
 *
 * A. Lavin and S. Gray, "Fast Algorithms for Convolutional Neural Networks" (2016). Keeps no
 * state. */
#ifndef ENGINE_EVAL_NET_FAST_WINOGRAD_H
#define ENGINE_EVAL_NET_FAST_WINOGRAD_H

#include "engine/eval/net/fast/kernels/kernels.h"

/* How a side is cut: count[1] large tiles, which write 4 cells, then count[0] small ones, which
 * write 3. */
typedef struct {
    int length, count[2];
} TiledSide;

/* How a batch of boards is cut into tiles. Tiles are numbered by kind, so that those with a given
 * plane follow each other: small across and large down; large both ways; large across and small
 * down; small both ways. */
typedef struct {
    int batch;
    TiledSide across, down;
} Tiling;

/* The places of the cells that a tile reads and of those that it writes, row by row; -1 outside the
 * board. */
typedef struct {
    TileShape shape;
    int32_t inputs[TILE_PLANES], outputs[TILE_PLANES];
} Tile;

/* Tiles from `begin` on, before `end`. */
typedef struct {
    int begin, end;
} TileRange;

Tiling tiling_of(int batch, int width, int height);

int tiling_count(const Tiling *tiling); /* tiles of the batch */

/* The tiles that have a plane. */
TileRange tiling_with_plane(const Tiling *tiling, int plane);

/* Finds a tile. A cell's place is its index in the batch times in_unit (inputs) or out_unit
 * (outputs). */
Tile tiling_find(const Tiling *tiling, int index, int in_unit, int out_unit);

/* The greatest absolute value that the transform of the input gives in a plane, as a multiple of
 * the greatest one that it reads. is_signed: it may read negative values. */
double winograd_reach(int plane, bool is_signed);

#endif
