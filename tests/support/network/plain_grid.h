/* The layers of the plain evaluator, and the grid of values that they work on.
 *
 * A grid is the board row by row with `border` empty cells after each row and `border` empty rows
 * above and below, so that a convolution reads its neighbours without asking for the edge. Each
 * cell holds its channels side by side, padded to plain_grid_stride. The border is 0 in what a
 * convolution reads (plain_grid_norm clears it); elsewhere it is undefined and never read.
 *
 * A PlainGrid is the layout of such values, which are plain arrays of floats. The functions keep no
 * state. */
#ifndef TESTS_SUPPORT_NETWORK_PLAIN_GRID_H
#define TESTS_SUPPORT_NETWORK_PLAIN_GRID_H

#include "engine/eval/net/model/model.h"

typedef struct {
    int width, height, border, pitch;
    int first, end; /* the grid's cells from the board's first to one past its last */
} PlainGrid;

PlainGrid plain_grid_new(int width, int height, int border);

/* Floats of a cell, and cells of a grid with some more that a convolution may touch. */
size_t plain_grid_stride(int channels);
size_t plain_grid_cells(const PlainGrid *grid);

/* The number of a point's cell. */
static inline size_t plain_grid_cell(const PlainGrid *grid, int x, int y) {
    const int cell = grid->first + y * grid->pitch + x;
    return (size_t)cell;
}

/* A convolution's weights in the order in which plain_grid_convolve reads them. The caller frees
 * them. Returns NULL if out of memory. */
float *plain_grid_pack(const Convolution *layer);

/* out = layer(in), or out += layer(in). */
void plain_grid_convolve(const PlainGrid *grid, const Convolution *layer, const float *packed,
                         const float *in, float *out, bool adds);

/* out = norm(in) on the board, 0 around it. */
void plain_grid_norm(const PlainGrid *grid, const Norm *norm, const float *in, float *out);

/* out = in / sqrt(m + epsilon), m the mean of the squares of a point's channels, or of all channels
 * of all points. out may be in. */
void plain_grid_scale(const PlainGrid *grid, int channels, double epsilon, bool is_spatial,
                      const float *in, float *out);

/* out = norm(in). */
void plain_grid_rms_norm(const PlainGrid *grid, const RmsNorm *norm, const float *in, float *out);

/* Multiplies each point's channels: out = matrix * in, or out += matrix * in. */
void plain_grid_multiply(const PlainGrid *grid, const Matrix *matrix, const float *in, float *out,
                         bool adds);

/* Adds the same to each point. */
void plain_grid_add(const PlainGrid *grid, const float *summand, int channels, float *values);

/* Mean, mean scaled by the board's size and maximum of each channel. For the value head the third
 * is another function of the size instead of the maximum. */
void plain_grid_pool(const PlainGrid *grid, const float *values, int channels, bool for_value,
                     float *pooled);

/* The same layers for one vector. plain_apply_dense does without bias and activation if the bias is
 * NULL. */
void plain_multiply(const Matrix *matrix, const float *in, float *out);
void plain_apply_dense(const Dense *dense, const float *in, float *out);

float plain_activate(Activation activation, float x);

#endif
