/* What becomes of weights before products read them: Winograd's transform and rounding. Weights
 * come in lines of KERNELS_PANEL output channels, one for each input channel. Included by tiles.h.
 */
#ifndef ENGINE_EVAL_NET_FAST_KERNELS_PACKING_H
#define ENGINE_EVAL_NET_FAST_KERNELS_PACKING_H

#include <float.h>
#include <math.h>
#include <string.h>

#include "engine/eval/net/fast/kernels/kernels.h"

/* The greatest signed byte that weights take: the range is symmetric. */
static const float BYTE_MAX = 127;

/* How many units of weights in bytes are tried, each this much smaller than the last. */
enum { UNIT_CANDIDATES = 40 };
static const float UNIT_DECREMENT = 0.01F;

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

/* The number of units, in whole numbers. */
INLINE float round_weight(Element element, float weight, float unit) {
    const float whole = rintf(weight / unit);
    const float below = whole < -BYTE_MAX ? -BYTE_MAX : whole;
    return element != ELEMENT_U8 ? whole : below > BYTE_MAX ? BYTE_MAX : below;
}

/* Tries the unit that makes the greatest weight BYTE_MAX, and some smaller ones, which clip that
 * weight but round the others less. Chooses that with the least sum of squared errors. */
INLINE void choose_byte_units(const float *weights, int lines, const float *greatest,
                              float *units) {
    double least[KERNELS_PANEL];
    for (int k = 0; k < UNIT_CANDIDATES; k++) {
        float unit[KERNELS_PANEL];
        double error[KERNELS_PANEL] = {0};
        for (int c = 0; c < KERNELS_PANEL; c++) {
            unit[c] = usable_unit(greatest[c] / BYTE_MAX * (1 - UNIT_DECREMENT * (float)k));
        }
        for (const float *line = weights, *end = line + lines * KERNELS_PANEL; line < end;
             line += KERNELS_PANEL) {
            for (int c = 0; c < KERNELS_PANEL; c++) {
                const float whole = round_weight(ELEMENT_U8, line[c], unit[c]);
                const double difference = (double)(line[c] - unit[c] * whole);
                error[c] += difference * difference;
            }
        }
        for (int c = 0; c < KERNELS_PANEL; c++) {
            const bool is_better = k == 0 || error[c] < least[c];
            least[c] = is_better ? error[c] : least[c];
            units[c] = is_better ? unit[c] : units[c];
        }
    }
}

static void choose_units(Element element, float *weights, int taps, int channels,
                         const float *inverse_scale, double most, float *units) {
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
    if (element == ELEMENT_U8) {
        choose_byte_units(weights, lines, greatest, units);
        return;
    }
    for (int c = 0; c < KERNELS_PANEL; c++) { /* rounding may add half a unit to each weight */
        const double unit =
            fmax((double)greatest[c] / INT16_MAX, sums[c] / (INT32_MAX / most - lines / 2.0));
        units[c] = usable_unit((float)unit * (1 + 1e-6F));
    }
}

/* A word of each output channel from as many lines as it has numbers: a constant in every call. */
INLINE void round_lines(Element element, int count, const float *weights, const float *units,
                        void *to) {
    for (int k = 0; k < count; k++) {
        for (int c = 0; c < KERNELS_PANEL; c++) {
            const float whole = round_weight(element, weights[k * KERNELS_PANEL + c], units[c]);
            if (element == ELEMENT_S16) {
                ((int16_t *)to)[c * count + k] = (int16_t)whole;
            } else {
                ((int8_t *)to)[c * count + k] = (int8_t)whole;
            }
        }
    }
}

static void round_weights(Element element, const float *weights, int lines, const float *units,
                          void *to) {
    const int count = KERNELS_WORD / (int)element_bytes(element);
    char *word = to;
    for (int i = 0; i < lines; i += count, word += KERNELS_PANEL * KERNELS_WORD) {
        if (element == ELEMENT_S16) {
            round_lines(ELEMENT_S16, 2, weights + i * KERNELS_PANEL, units, word);
        } else {
            round_lines(ELEMENT_U8, 4, weights + i * KERNELS_PANEL, units, word);
        }
    }
}

static void add_rounding(Element element, const float *weights, int lines, const float *units,
                         const float *inverse_scale, const float *mean, float zero_point,
                         double *added) {
    for (int i = 0; i < lines; i++) {
        for (int c = 0; c < KERNELS_PANEL; c++) {
            const float weight = weights[i * KERNELS_PANEL + c];
            const float whole = round_weight(element, weight, units[c]);
            added[c] += (double)(whole * zero_point) +
                        (double)((whole - weight / units[c]) * inverse_scale[i] * mean[i]);
        }
    }
}

#endif
