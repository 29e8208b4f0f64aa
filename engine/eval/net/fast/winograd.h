/* 3x3 convolutions by Winograd's minimal filtering: a tile of output x output cells costs points²
 * products, points = output + 2, instead of 9 output². Between winograd_gather and
 * winograd_scatter the caller multiplies, for each of the points² planes, the plane (a row of
 * channels for each tile) by that plane's matrix of winograd_transform.
 *
 * A. Lavin and S. Gray, "Fast Algorithms for Convolutional Neural Networks" (2016). Keeps no
 * state. */
#ifndef ENGINE_EVAL_NET_FAST_WINOGRAD_H
#define ENGINE_EVAL_NET_FAST_WINOGRAD_H

#include "engine/eval/net/fast/loops.h"

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

/* The values of a layer, [position][cell][channel], to planes[points²][tile][channel]. */
void winograd_gather(const Tiling *tiling, const Loops *loops, const float *layer, int channels,
                     float *planes);

/* The reverse: layer = (adds ? layer : 0) + bias + the values of the planes; if it rectifies,
 * negative results become 0. */
void winograd_scatter(const Tiling *tiling, const Loops *loops, const float *planes, int channels,
                      const float *bias, bool rectifies, bool adds, float *layer);

#endif
