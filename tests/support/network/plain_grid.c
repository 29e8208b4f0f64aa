#include "tests/support/network/plain_grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/simd.h"

/* Convolutions compute ROWS cells times GROUP channels at a time, sums in registers; their weights
 * are packed as [group of outputs][y][x][in][GROUP] for that. */
enum { GROUP = 16, ROWS_MAX = 6 };

PlainGrid plain_grid_new(int width, int height, int border) {
    PlainGrid grid = {.width = width, .height = height, .border = border, .pitch = width + border};
    grid.first = border * grid.pitch + border;
    grid.end = grid.first + (height - 1) * grid.pitch + width;
    return grid;
}

size_t plain_grid_stride(int channels) {
    return ((size_t)channels + GROUP - 1) / GROUP * GROUP;
}

size_t plain_grid_cells(const PlainGrid *grid) {
    const int cells = grid->pitch * (grid->height + 2 * grid->border);
    return (size_t)cells + (size_t)grid->border + ROWS_MAX;
}

/* ---- Convolutions ---- */

float *plain_grid_pack(const Convolution *layer) {
    const size_t rows = (size_t)(layer->kernel * layer->kernel) * (size_t)layer->in;
    const size_t out = (size_t)layer->out;
    float *packed = calloc(rows * plain_grid_stride(layer->out), sizeof *packed);
    for (size_t row = 0; packed != NULL && row < rows; row++) {
        for (size_t c = 0; c < out; c++) {
            packed[(c / GROUP * rows + row) * GROUP + c % GROUP] = layer->weights[row * out + c];
        }
    }
    return packed;
}

/* The cell that a convolution at this cell reads with one of its kernel's points. */
static int tap_cell(const PlainGrid *grid, const Convolution *layer, int cell, int tap) {
    const int reach = layer->kernel / 2;
    return cell + (tap / layer->kernel - reach) * grid->pitch + tap % layer->kernel - reach;
}

#define CONVOLVE static void convolve_narrow
#define LANES    4
#define ROWS     3
#include "tests/support/network/plain_kernel.h"

#if defined(__x86_64__)
#define CONVOLVE __attribute__((target("avx2"))) static void convolve_wide
#define LANES    8
#define ROWS     6
#include "tests/support/network/plain_kernel.h"
#endif

void plain_grid_convolve(const PlainGrid *grid, const Convolution *layer, const float *packed,
                         const float *in, float *out, bool adds) {
#if defined(__x86_64__)
    if (simd_level() == SIMD_AVX2) {
        convolve_wide(grid, layer, packed, in, out, adds);
        return;
    }
#endif
    convolve_narrow(grid, layer, packed, in, out, adds);
}

/* ---- Vectors ---- */

float plain_activate(Activation activation, float x) {
    switch (activation) {
    case ACTIVATION_RELU:
        return x > 0 ? x : 0;
    case ACTIVATION_MISH: { /* x tanh(log(1 + e^x)), the tanh as a fraction of e^x */
        const float e = expf(fminf(x, 20));
        const float n = e * (e + 2);
        return x * (n / (n + 2));
    }
    case ACTIVATION_SILU:
        return x / (1 + expf(-x));
    case ACTIVATION_IDENTITY:
        break;
    }
    return x;
}

static void add_product(const Matrix *matrix, const float *in, float *out) {
    for (int i = 0; i < matrix->in; i++) {
        const float *row = matrix->weights + (size_t)i * (size_t)matrix->out;
        for (int o = 0; o < matrix->out; o++) {
            out[o] += in[i] * row[o];
        }
    }
}

void plain_multiply(const Matrix *matrix, const float *in, float *out) {
    memset(out, 0, (size_t)matrix->out * sizeof *out);
    add_product(matrix, in, out);
}

void plain_apply_dense(const Dense *dense, const float *in, float *out) {
    plain_multiply(&dense->matrix, in, out);
    for (int o = 0; dense->bias != NULL && o < dense->matrix.out; o++) {
        out[o] = plain_activate(dense->activation, out[o] + dense->bias[o]);
    }
}

/* ---- Grids ---- */

void plain_grid_norm(const PlainGrid *grid, const Norm *norm, const float *in, float *out) {
    const size_t stride = plain_grid_stride(norm->count);
    memset(out, 0, plain_grid_cells(grid) * stride * sizeof *out);
    for (int y = 0; y < grid->height; y++) {
        for (int x = 0; x < grid->width; x++) {
            const size_t at = plain_grid_cell(grid, x, y) * stride;
            for (int c = 0; c < norm->count; c++) {
                out[at + (size_t)c] = plain_activate(
                    norm->activation, in[at + (size_t)c] * norm->scale[c] + norm->bias[c]);
            }
        }
    }
}

static double sum_of_squares(const float *values, int count) {
    double sum = 0;
    for (int c = 0; c < count; c++) {
        sum += (double)values[c] * (double)values[c];
    }
    return sum;
}

/* The mean of the squares of all values on the board. */
static double mean_square(const PlainGrid *grid, const float *values, int channels) {
    const size_t stride = plain_grid_stride(channels);
    double sum = 0;
    for (int y = 0; y < grid->height; y++) {
        for (int x = 0; x < grid->width; x++) {
            sum += sum_of_squares(values + plain_grid_cell(grid, x, y) * stride, channels);
        }
    }
    return sum / (grid->width * grid->height) / channels;
}

void plain_grid_scale(const PlainGrid *grid, int channels, double epsilon, bool is_spatial,
                      const float *in, float *out) {
    const size_t stride = plain_grid_stride(channels);
    const double mean_of_all = is_spatial ? mean_square(grid, in, channels) : 0;
    for (int y = 0; y < grid->height; y++) {
        for (int x = 0; x < grid->width; x++) {
            const size_t at = plain_grid_cell(grid, x, y) * stride;
            const double mean =
                is_spatial ? mean_of_all : sum_of_squares(in + at, channels) / channels;
            const float factor = (float)(1 / sqrt(mean + epsilon));
            for (int c = 0; c < channels; c++) {
                out[at + (size_t)c] = in[at + (size_t)c] * factor;
            }
        }
    }
}

void plain_grid_rms_norm(const PlainGrid *grid, const RmsNorm *norm, const float *in, float *out) {
    const size_t stride = plain_grid_stride(norm->count);
    plain_grid_scale(grid, norm->count, norm->epsilon, false, in, out);
    for (int y = 0; y < grid->height; y++) {
        for (int x = 0; x < grid->width; x++) {
            float *cell = out + plain_grid_cell(grid, x, y) * stride;
            for (int c = 0; c < norm->count; c++) {
                cell[c] *= norm->weights[c];
            }
        }
    }
}

void plain_grid_multiply(const PlainGrid *grid, const Matrix *matrix, const float *in, float *out,
                         bool adds) {
    const size_t in_stride = plain_grid_stride(matrix->in);
    const size_t out_stride = plain_grid_stride(matrix->out);
    for (int y = 0; y < grid->height; y++) {
        for (int x = 0; x < grid->width; x++) {
            const size_t cell = plain_grid_cell(grid, x, y);
            float *product = out + cell * out_stride;
            if (!adds) {
                memset(product, 0, (size_t)matrix->out * sizeof *product);
            }
            add_product(matrix, in + cell * in_stride, product);
        }
    }
}

void plain_grid_add(const PlainGrid *grid, const float *summand, int channels, float *values) {
    const size_t stride = plain_grid_stride(channels);
    for (int y = 0; y < grid->height; y++) {
        for (int x = 0; x < grid->width; x++) {
            float *cell = values + plain_grid_cell(grid, x, y) * stride;
            for (int c = 0; c < channels; c++) {
                cell[c] += summand[c];
            }
        }
    }
}

void plain_grid_pool(const PlainGrid *grid, const float *values, int channels, bool for_value,
                     float *pooled) {
    const size_t stride = plain_grid_stride(channels);
    const float area = (float)(grid->width * grid->height);
    const float size = sqrtf(area) - 14;
    for (int c = 0; c < channels; c++) {
        float sum = 0, greatest = -INFINITY;
        for (int y = 0; y < grid->height; y++) {
            for (int x = 0; x < grid->width; x++) {
                const float value = values[plain_grid_cell(grid, x, y) * stride + (size_t)c];
                sum += value;
                greatest = fmaxf(greatest, value);
            }
        }
        const float mean = sum / area;
        pooled[c] = mean;
        pooled[channels + c] = mean * size * 0.1F;
        pooled[2 * channels + c] = for_value ? mean * (size * size * 0.01F - 0.1F) : greatest;
    }
}
