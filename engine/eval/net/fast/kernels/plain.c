/* Kernels in plain C, for every other processor. Vectors become what the processor's base has. */
#include <string.h>

#define LANES 4
#include "engine/eval/net/fast/kernels/lanes.h"

static inline Lanes greater(Lanes a, Lanes b) {
    const Whole mask = a > b;
    return (Lanes)(((Whole)a & mask) | ((Whole)b & ~mask));
}

static inline Lanes lesser(Lanes a, Lanes b) {
    const Whole mask = a < b;
    return (Lanes)(((Whole)a & mask) | ((Whole)b & ~mask));
}

static inline NarrowShorts narrowed(Whole value) {
    return __builtin_convertvector(value, NarrowShorts);
}

#include "engine/eval/net/fast/kernels/attention.h"
#include "engine/eval/net/fast/kernels/tiles.h"

enum { ROWS = 2 }; /* at a time, in fp32 */

/* A whole panel of floats at any address: as many registers as it takes. */
typedef float PanelFloats __attribute__((vector_size(KERNELS_PANEL * 4)));
typedef PanelFloats LoosePanel __attribute__((aligned(4), may_alias));

static size_t panel_bytes(const Product *product) {
    return (size_t)product->steps * KERNELS_PANEL * KERNELS_WORD;
}

static char *sums_at(const Product *product, int row, int panel) {
    return (char *)product->sums +
           ((size_t)row * product->sums_row + (size_t)panel * product->sums_panel) * KERNELS_WORD;
}

/* Two rows, or one twice. */
static void multiply_floats(const Product *product, int row, int panel) {
    const char *weights = product->weights + (size_t)panel * panel_bytes(product);
    const int other = row + 1 < product->rows ? row + 1 : row;
    PanelFloats sums = {0}, other_sums = {0};
    for (int tap = 0; tap < product->taps; tap++) {
        const char *in = product->in + product->tap[tap];
        const float *x = (const float *)(const void *)(in + (size_t)row * product->row_bytes);
        const float *y = (const float *)(const void *)(in + (size_t)other * product->row_bytes);
        for (int step = 0; step < product->steps; step++) {
            const PanelFloats w = *(const LoosePanel *)(const void *)weights;
            sums += w * x[step];
            other_sums += w * y[step];
            weights += KERNELS_PANEL * KERNELS_WORD;
        }
        weights += (size_t)(product->panels - 1) * panel_bytes(product);
    }
    memcpy(sums_at(product, row, panel), &sums, sizeof sums);
    memcpy(sums_at(product, other, panel), &other_sums, sizeof other_sums);
}

/* The product of two words of whole numbers. memcpy is how C reads words of several types. */
static int32_t multiply_word(Element element, const char *in, const char *weights) {
    if (element == ELEMENT_S16) {
        int16_t x[2], w[2];
        memcpy(x, in, sizeof x);
        memcpy(w, weights, sizeof w);
        return x[0] * w[0] + x[1] * w[1];
    }
    uint8_t x[4];
    int8_t w[4];
    memcpy(x, in, sizeof x);
    memcpy(w, weights, sizeof w);
    return x[0] * w[0] + x[1] * w[1] + x[2] * w[2] + x[3] * w[3];
}

static void multiply_whole(const Product *product, int row, int panel) {
    int32_t sums[KERNELS_PANEL] = {0};
    const char *weights = product->weights + (size_t)panel * panel_bytes(product);
    for (int tap = 0; tap < product->taps; tap++) {
        const char *in = product->in + (size_t)row * product->row_bytes + product->tap[tap];
        for (int step = 0; step < product->steps; step++, in += KERNELS_WORD) {
            for (int c = 0; c < KERNELS_PANEL; c++, weights += KERNELS_WORD) {
                sums[c] += multiply_word(product->element, in, weights);
            }
        }
        weights += (size_t)(product->panels - 1) * panel_bytes(product);
    }
    memcpy(sums_at(product, row, panel), sums, sizeof sums);
}

static void multiply(const Product *product) {
    for (int panel = 0; panel < product->panels; panel++) {
        if (product->element == ELEMENT_F32) {
            for (int row = 0; row < product->rows; row += ROWS) {
                multiply_floats(product, row, panel);
            }
            continue;
        }
        for (int row = 0; row < product->rows; row++) {
            multiply_whole(product, row, panel);
        }
    }
}

const Kernels KERNELS_PLAIN = {
    .name = "plain",
    .unsigned_most = 255,
    KERNELS_LOOPS,
};
