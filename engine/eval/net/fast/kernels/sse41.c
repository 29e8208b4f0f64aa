/* Kernels for 128-bit vectors with SSE4.1, for x86-64 processors without AVX2. Emscripten compiles
 * the same intrinsics to WebAssembly's SIMD128.
 *
 * The product keeps three rows by one panel, which is four vectors, of sums in registers: 12 of the
 * 16. Browsers' compilers, which load weights into registers, too, do best with four rows by half a
 * panel. */
/* Always included: ISO C forbids an empty translation unit. */
#include "engine/eval/net/fast/kernels/kernels.h"

#if defined(__SSE4_1__)

#include <smmintrin.h>
#include <string.h>
#ifdef __wasm__
#include <wasm_simd128.h>
#endif

#define LANES 4
#include "engine/eval/net/fast/kernels/lanes.h"

/* Emscripten's headers make several instructions of SSE's minimum, maximum and shuffle. Compilers
 * see f32x4.pmax only if a constant comes second. */
#ifdef __wasm__
static inline Lanes greater(Lanes a, Lanes b) {
    return (Lanes)wasm_f32x4_pmax((v128_t)a, (v128_t)b);
}

static inline Lanes lesser(Lanes a, Lanes b) {
    return (Lanes)wasm_f32x4_pmin((v128_t)b, (v128_t)a);
}

static inline NarrowShorts narrowed(Whole value) {
    const v128_t whole = (v128_t)value;
    const v128_t shorts = wasm_i16x8_shuffle(whole, whole, 0, 2, 4, 6, 0, 2, 4, 6);
    const int64_t bits = wasm_i64x2_extract_lane(shorts, 0);
    NarrowShorts narrow;
    memcpy(&narrow, &bits, sizeof narrow);
    return narrow;
}
#else
static inline Lanes greater(Lanes a, Lanes b) {
    return (Lanes)_mm_max_ps((__m128)a, (__m128)b);
}

static inline Lanes lesser(Lanes a, Lanes b) {
    return (Lanes)_mm_min_ps((__m128)a, (__m128)b);
}

static inline NarrowShorts narrowed(Whole value) {
    const __m128i low_halves = _mm_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, 0, 1, 4, 5, 8, 9, 12, 13);
    const __m128i shorts = _mm_shuffle_epi8((__m128i)value, low_halves);
    NarrowShorts narrow;
    memcpy(&narrow, &shorts, sizeof narrow);
    return narrow;
}
#endif

#include "engine/eval/net/fast/kernels/attention.h"
#include "engine/eval/net/fast/kernels/tiles.h"

/* A part of a panel of one row's sums. */
#ifdef __wasm__
enum { ROWS = 4, PANELS = 1, PARTS = 2 };
typedef struct {
    __m128i a, b;
} Sums;
#else
enum { ROWS = 3, PANELS = 1, PARTS = 1 };
typedef struct {
    __m128i a, b, c, d;
} Sums;
#endif

/* A panel of one step's weights, which are read again for each row: registers are few. */
typedef const char *Weights;

INLINE __m128i add_product(Element element, __m128i sum, __m128i in, const char *weights) {
    const __m128i w = _mm_load_si128((const __m128i *)(const void *)weights);
    switch (element) {
    case ELEMENT_F32:
        return _mm_castps_si128(_mm_add_ps(_mm_castsi128_ps(sum),
                                           _mm_mul_ps(_mm_castsi128_ps(in), _mm_castsi128_ps(w))));
    case ELEMENT_S16:
        return _mm_add_epi32(sum, _mm_madd_epi16(in, w));
    }
    return sum;
}

INLINE Weights load_weights(Element element, int panels, const char *from, size_t stride) {
    (void)element, (void)panels, (void)stride; /* all elements are stored alike; one panel */
    return from;
}

INLINE void store_sums(int panels, char *to, size_t stride, Sums value) {
    (void)panels, (void)stride;
    memcpy(to, &value, sizeof value);
}

INLINE Sums add_word(Element element, int panels, Sums sums, const char *word, Weights weights) {
    (void)panels;
    int32_t bits;
    memcpy(&bits, word, sizeof bits);
    const __m128i in = _mm_set1_epi32(bits);
    sums.a = add_product(element, sums.a, in, weights);
    sums.b = add_product(element, sums.b, in, weights + 16);
#ifndef __wasm__
    sums.c = add_product(element, sums.c, in, weights + 32);
    sums.d = add_product(element, sums.d, in, weights + 48);
#endif
    return sums;
}

#include "engine/eval/net/fast/kernels/product.h"

const Kernels KERNELS_SSE41 = {
    .name = "sse41",
    KERNELS_LOOPS,
};

#endif
