/* The product for processors with 256-bit vectors, for avx2.c and avxvnni.c, which define how a
 * product is added.
 *
 * It keeps six rows by one panel, which is two vectors, of sums in registers: 12 of the 16. */
#ifndef ENGINE_EVAL_NET_FAST_KERNELS_WIDE_H
#define ENGINE_EVAL_NET_FAST_KERNELS_WIDE_H

#include <immintrin.h>
#include <string.h>

#define LANES 8
#include "engine/eval/net/fast/kernels/lanes.h"

static inline Lanes greater(Lanes a, Lanes b) {
    return (Lanes)_mm256_max_ps((__m256)a, (__m256)b);
}

static inline Lanes lesser(Lanes a, Lanes b) {
    return (Lanes)_mm256_min_ps((__m256)a, (__m256)b);
}

static inline NarrowShorts narrowed(Whole value) {
    return __builtin_convertvector(value, NarrowShorts);
}

#include "engine/eval/net/fast/kernels/attention.h"
#include "engine/eval/net/fast/kernels/tiles.h"

#define INLINE static inline __attribute__((always_inline))

enum { ROWS = 6 }; /* at a time */

/* A panel of one row's sums, or of one step's weights. */
typedef struct {
    __m256i a, b;
} Panel;

/* sum + in * weights, word by word. */
INLINE __m256i add_whole_product(Element element, __m256i sum, __m256i in, __m256i weights);

INLINE __m256i add_product(Element element, __m256i sum, __m256i in, __m256i weights) {
    if (element == ELEMENT_F32) {
        return _mm256_castps_si256(_mm256_fmadd_ps(
            _mm256_castsi256_ps(in), _mm256_castsi256_ps(weights), _mm256_castsi256_ps(sum)));
    }
    return add_whole_product(element, sum, in, weights);
}

/* The sums of a row with the products of one of its words added. */
INLINE Panel add_word(Element element, Panel sums, const char *word, Panel weights) {
    int32_t bits;
    memcpy(&bits, word, sizeof bits);
    const __m256i in = _mm256_set1_epi32(bits);
    sums.a = add_product(element, sums.a, in, weights.a);
    sums.b = add_product(element, sums.b, in, weights.b);
    return sums;
}

INLINE void store_panel(char *to, Panel value) {
    _mm256_storeu_si256((__m256i *)(void *)to, value.a);
    _mm256_storeu_si256((__m256i *)(void *)(to + 32), value.b);
}

/* Multiplies `rows` rows, a constant in every call, by a panel. */
INLINE void multiply_block(Element element, int rows, const Product *product, int row, int panel) {
    const size_t stride = product->row_bytes, panel_bytes = (size_t)product->steps * 64;
    const ptrdiff_t ahead = product->next - product->weights;
    const char *weights = product->weights + (size_t)panel * panel_bytes;
    Panel s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0}, s4 = {0}, s5 = {0};
    for (int tap = 0; tap < product->taps; tap++) {
        const char *in = product->in + (size_t)row * stride + product->tap[tap];
        for (const char *end = weights + panel_bytes; weights < end; weights += 64) {
            const Panel w = {_mm256_loadu_si256((const __m256i *)(const void *)weights),
                             _mm256_loadu_si256((const __m256i *)(const void *)(weights + 32))};
            if (row == 0) { /* what the next product will read */
                _mm_prefetch(weights + ahead, _MM_HINT_T0);
            }
            s0 = add_word(element, s0, in, w);
            s1 = rows > 1 ? add_word(element, s1, in + stride, w) : s1;
            s2 = rows > 2 ? add_word(element, s2, in + 2 * stride, w) : s2;
            s3 = rows > 3 ? add_word(element, s3, in + 3 * stride, w) : s3;
            s4 = rows > 4 ? add_word(element, s4, in + 4 * stride, w) : s4;
            s5 = rows > 5 ? add_word(element, s5, in + 5 * stride, w) : s5;
            in += KERNELS_WORD;
        }
        weights += (size_t)(product->panels - 1) * panel_bytes;
    }
    const size_t line = product->sums_row * KERNELS_WORD;
    char *to = (char *)product->sums + (size_t)row * line +
               (size_t)panel * product->sums_panel * KERNELS_WORD;
    store_panel(to, s0);
    if (rows > 1) {
        store_panel(to + line, s1);
    }
    if (rows > 2) {
        store_panel(to + 2 * line, s2);
    }
    if (rows > 3) {
        store_panel(to + 3 * line, s3);
    }
    if (rows > 4) {
        store_panel(to + 4 * line, s4);
    }
    if (rows > 5) {
        store_panel(to + 5 * line, s5);
    }
}

/* Divides the rows into blocks that are as equal as can be: five times five rows multiply faster
 * than four times six and once one. */
INLINE void multiply_element(Element element, const Product *product, int panel) {
    const int blocks = (product->rows + ROWS - 1) / ROWS;
    for (int block = 0, row = 0; block < blocks; block++) {
        const int end = (block + 1) * product->rows / blocks;
        switch (end - row) {
        case 1:
            multiply_block(element, 1, product, row, panel);
            break;
        case 2:
            multiply_block(element, 2, product, row, panel);
            break;
        case 3:
            multiply_block(element, 3, product, row, panel);
            break;
        case 4:
            multiply_block(element, 4, product, row, panel);
            break;
        case 5:
            multiply_block(element, 5, product, row, panel);
            break;
        default:
            multiply_block(element, 6, product, row, panel);
        }
        row = end;
    }
}

static void multiply(const Product *product) {
    for (int panel = 0; panel < product->panels; panel++) {
        switch (product->element) {
        case ELEMENT_F32:
            multiply_element(ELEMENT_F32, product, panel);
            break;
        case ELEMENT_S16:
            multiply_element(ELEMENT_S16, product, panel);
            break;
        case ELEMENT_U8:
            multiply_element(ELEMENT_U8, product, panel);
            break;
        }
    }
}

#endif
