/* What becomes of weights before products read them: Winograd's transform and rounding. Weights
 * come in lines of KERNELS_PANEL output channels, one for each input channel. Included by tiles.h.
 */
#ifndef ENGINE_EVAL_NET_FAST_KERNELS_PACKING_H
#define ENGINE_EVAL_NET_FAST_KERNELS_PACKING_H

#include <float.h>
#include <math.h>
#include <string.h>

#include "engine/eval/net/fast/kernels/kernels.h"

/* Half as many numbers as lanes, in double precision, and the same in memory as floats. */
typedef double Doubles __attribute__((vector_size(LANES * 4)));
typedef float HalfLanes __attribute__((vector_size(LANES * 2), aligned(4), may_alias));
enum { DOUBLES = LANES / 2 };

/* One line of 3x3 kernels: G g, with the points in the order of tiles.h. */
INLINE void line_weights(const Doubles g[3], Doubles to[TILE_POINTS_MAX]) {
    const Doubles even = (g[0] + g[2]) * (-1.0 / 6), odd = g[1] * (-1.0 / 6);
    const Doubles even2 = g[0] * (1.0 / 24) + g[2] * (1.0 / 6);
    to[0] = g[0] * (1.0 / 4);
    to[1] = even + odd;
    to[2] = even - odd;
    to[3] = even2 - odd * (1.0 / 2);
    to[4] = g[2];
    to[5] = even2 + odd * (1.0 / 2);
}

static void tile_weights(const float *taps, int lines, float *planes, size_t plane_stride) {
    const size_t tap_stride = (size_t)lines * KERNELS_PANEL;
    for (size_t i = 0; i < tap_stride; i += DOUBLES) {
        Doubles half[TILE_POINTS_MAX][3], line[3], done[TILE_POINTS_MAX];
        for (size_t y = 0; y < 3; y++) {
            for (size_t x = 0; x < 3; x++) {
                const HalfLanes *from = (const HalfLanes *)(taps + (y * 3 + x) * tap_stride + i);
                line[x] = __builtin_convertvector(*from, Doubles);
            }
            line_weights(line, done);
            for (int x = 0; x < TILE_POINTS_MAX; x++) {
                half[x][y] = done[x];
            }
        }
        for (int x = 0; x < TILE_POINTS_MAX; x++) {
            line_weights(half[x], done);
            for (int y = 0; y < TILE_POINTS_MAX; y++) {
                float *to = planes + (size_t)tile_plane(x, y) * plane_stride + i;
                *(HalfLanes *)to = __builtin_convertvector(done[y], HalfLanes);
            }
        }
    }
}

/* 1 for weights whose unit would not be a normal float: all become 0. Division by a unit of 0 would
 * make them infinite. */
INLINE float usable_unit(float unit) {
    return unit >= FLT_MIN ? unit : 1;
}

static void choose_units(float *weights, int taps, int channels, const float *inverse_scale,
                         double most, float *units) {
    const int lines = taps * channels;
    double sums[KERNELS_PANEL] = {0};
    float greatest[KERNELS_PANEL] = {0};
    for (int i = 0; i < lines; i++) {
        float *line = weights + i * KERNELS_PANEL;
        for (int c = 0; c < KERNELS_PANEL; c++) {
            line[c] /= inverse_scale[i % channels];
            const float size = fabsf(line[c]);
            sums[c] += (double)size;
            greatest[c] = size > greatest[c] ? size : greatest[c];
        }
    }
    for (int c = 0; c < KERNELS_PANEL; c++) { /* rounding may add half a unit to each weight */
        const double unit =
            fmax((double)greatest[c] / INT16_MAX, sums[c] / (INT32_MAX / most - lines / 2.0));
        units[c] = usable_unit((float)unit * (1 + 1e-6F));
    }
}

static void round_weights(const float *weights, int lines, const float *units, int16_t *to) {
    for (int i = 0; i < lines; i++, weights += KERNELS_PANEL) {
        int16_t *word = to + i / 2 * KERNELS_PANEL * 2 + i % 2;
        for (int c = 0; c < KERNELS_PANEL; c++) {
            word[2 * c] = (int16_t)rintf(weights[c] / units[c]);
        }
    }
}

static void add_rounding(const float *weights, int lines, const float *units,
                         const float *inverse_scale, const float *mean, double *added) {
    for (int i = 0; i < lines; i++) {
        for (int c = 0; c < KERNELS_PANEL; c++) {
            const float exact = weights[i * KERNELS_PANEL + c] / units[c];
            added[c] += (double)((rintf(exact) - exact) * inverse_scale[i] * mean[i]);
        }
    }
}

#endif
