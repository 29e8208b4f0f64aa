/* Kernels for 256-bit vectors, for avx2.c and avxvnni.c, which define add_whole_product(). The
 * product keeps six rows by one panel, two vectors, of sums in registers: 12 of the 16. */
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

enum { ROWS = 6, PANELS = 1, PARTS = 1 };

/* A panel of one row's sums, or of one step's weights. */
typedef struct {
    __m256i a, b;
} Sums, Weights;

/* sum + in * weights, word by word. */
INLINE __m256i add_whole_product(__m256i sum, __m256i in, __m256i weights);

INLINE __m256i add_product(Element element, __m256i sum, __m256i in, __m256i weights) {
    if (element == ELEMENT_F32) {
        return _mm256_castps_si256(_mm256_fmadd_ps(
            _mm256_castsi256_ps(in), _mm256_castsi256_ps(weights), _mm256_castsi256_ps(sum)));
    }
    return add_whole_product(sum, in, weights);
}

INLINE Weights load_weights(Element element, int panels, const char *from, size_t stride) {
    (void)element, (void)panels, (void)stride; /* all elements are stored alike; one panel */
    return (Weights){_mm256_loadu_si256((const __m256i *)(const void *)from),
                     _mm256_loadu_si256((const __m256i *)(const void *)(from + 32))};
}

INLINE void store_sums(int panels, char *to, size_t stride, Sums value) {
    (void)panels, (void)stride;
    _mm256_storeu_si256((__m256i *)(void *)to, value.a);
    _mm256_storeu_si256((__m256i *)(void *)(to + 32), value.b);
}

INLINE Sums add_word(Element element, int panels, Sums sums, const char *word, Weights weights) {
    (void)panels;
    int32_t bits;
    memcpy(&bits, word, sizeof bits);
    const __m256i in = _mm256_set1_epi32(bits);
    sums.a = add_product(element, sums.a, in, weights.a);
    sums.b = add_product(element, sums.b, in, weights.b);
    return sums;
}

#include "engine/eval/net/fast/kernels/product.h"

#endif
