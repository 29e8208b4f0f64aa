/* Kernels for AVX-512 with VNNI. The Makefile compiles this file for such processors.
 *
 * The product keeps up to nine rows by three panels of sums in registers: 27, three for the weights
 * of a step and one for a word of a row. Each word that is loaded is used three times and each line
 * of weights nine times, so the two (or one) units that multiply are always busy. */
/* Always included: ISO C forbids an empty translation unit. */
#include "engine/eval/net/fast/kernels/kernels.h"

#if defined(__x86_64__)

#include <immintrin.h>
#include <string.h>

#define LANES 16
#include "engine/eval/net/fast/kernels/lanes.h"

static inline Lanes greater(Lanes a, Lanes b) {
    return (Lanes)_mm512_max_ps((__m512)a, (__m512)b);
}

static inline Lanes lesser(Lanes a, Lanes b) {
    return (Lanes)_mm512_min_ps((__m512)a, (__m512)b);
}

/* One instruction, for which GCC takes a permutation of two vectors. */
static inline NarrowShorts narrowed(Whole value) {
    return (NarrowShorts)_mm512_cvtepi32_epi16((__m512i)value);
}

#include "engine/eval/net/fast/kernels/attention.h"
#include "engine/eval/net/fast/kernels/tiles.h"

enum { ROWS = 9, PANELS = KERNELS_CHUNK, PARTS = 1 };

/* A vector for each of the panels: of one row's sums, or of one step's weights. */
typedef struct {
    __m512i a, b, c;
} Sums, Weights;

/* sum + in * weights, word by word. */
INLINE __m512i add_product(Element element, __m512i sum, __m512i in, __m512i weights) {
    switch (element) {
    case ELEMENT_F32:
        return _mm512_castps_si512(_mm512_fmadd_ps(
            _mm512_castsi512_ps(in), _mm512_castsi512_ps(weights), _mm512_castsi512_ps(sum)));
    case ELEMENT_S16:
        return _mm512_dpwssd_epi32(sum, in, weights);
    }
    return sum;
}

INLINE Weights load_weights(Element element, int panels, const char *from, size_t stride) {
    (void)element; /* all elements are stored alike */
    const __m512i zero = _mm512_setzero_si512();
    return (Weights){_mm512_loadu_si512(from),
                     panels > 1 ? _mm512_loadu_si512(from + stride) : zero,
                     panels > 2 ? _mm512_loadu_si512(from + 2 * stride) : zero};
}

INLINE void store_sums(int panels, char *to, size_t stride, Sums value) {
    _mm512_storeu_si512(to, value.a);
    if (panels > 1) {
        _mm512_storeu_si512(to + stride, value.b);
    }
    if (panels > 2) {
        _mm512_storeu_si512(to + 2 * stride, value.c);
    }
}

INLINE Sums add_word(Element element, int panels, Sums sums, const char *word, Weights weights) {
    int32_t bits;
    memcpy(&bits, word, sizeof bits);
    const __m512i in = _mm512_set1_epi32(bits);
    sums.a = add_product(element, sums.a, in, weights.a);
    sums.b = panels > 1 ? add_product(element, sums.b, in, weights.b) : sums.b;
    sums.c = panels > 2 ? add_product(element, sums.c, in, weights.c) : sums.c;
    return sums;
}

#include "engine/eval/net/fast/kernels/product.h"

const Kernels KERNELS_AVX512 = {
    .name = "avx512",
    KERNELS_LOOPS,
};

#endif
