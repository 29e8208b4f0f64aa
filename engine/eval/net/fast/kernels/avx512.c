/* Kernels for AVX-512 with VNNI. The Makefile compiles this file for such processors.
 *
 * The product keeps up to nine rows by three panels of sums in registers: 27, three for the weights
 * of a step and one for a word of a row. Each word that is loaded is used three times and each line
 * of weights nine times, so the two (or one) units that multiply are always busy. Sums are in named
 * fields because GCC keeps an array of them in memory, which is three times slower. */
#include "engine/eval/net/fast/kernels/kernels.h" /* in any case: no file may be empty */

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

#define INLINE static inline __attribute__((always_inline))

enum { ROWS = 9 }; /* at a time */

/* A vector for each of the panels: of one row's sums, or of one step's weights. */
typedef struct {
    __m512i a, b, c;
} Panels;

/* sum + in * weights, word by word. */
INLINE __m512i add_product(Element element, __m512i sum, __m512i in, __m512i weights) {
    switch (element) {
    case ELEMENT_F32:
        return _mm512_castps_si512(_mm512_fmadd_ps(
            _mm512_castsi512_ps(in), _mm512_castsi512_ps(weights), _mm512_castsi512_ps(sum)));
    case ELEMENT_S16:
        return _mm512_dpwssd_epi32(sum, in, weights);
    case ELEMENT_U8:
        return _mm512_dpbusd_epi32(sum, in, weights);
    }
    return sum;
}

INLINE Panels load_panels(int panels, const char *from, size_t stride) {
    const __m512i zero = _mm512_setzero_si512();
    return (Panels){_mm512_loadu_si512(from), panels > 1 ? _mm512_loadu_si512(from + stride) : zero,
                    panels > 2 ? _mm512_loadu_si512(from + 2 * stride) : zero};
}

INLINE void store_panels(int panels, char *to, size_t stride, Panels value) {
    _mm512_storeu_si512(to, value.a);
    if (panels > 1) {
        _mm512_storeu_si512(to + stride, value.b);
    }
    if (panels > 2) {
        _mm512_storeu_si512(to + 2 * stride, value.c);
    }
}

/* The sums of a row with the products of one of its words added. */
INLINE Panels add_word(Element element, int panels, Panels sums, const char *word, Panels weights) {
    int32_t bits;
    memcpy(&bits, word, sizeof bits);
    const __m512i in = _mm512_set1_epi32(bits);
    sums.a = add_product(element, sums.a, in, weights.a);
    sums.b = panels > 1 ? add_product(element, sums.b, in, weights.b) : sums.b;
    sums.c = panels > 2 ? add_product(element, sums.c, in, weights.c) : sums.c;
    return sums;
}

/* Multiplies `rows` rows, a constant in every call as panels is. `next` is what this block has to
 * fetch for the next product: the weights of a network do not fit a near cache, so they are fetched
 * evenly all the time. */
INLINE void multiply_block(Element element, int rows, int panels, const Product *product, int row,
                           const char *next) {
    const size_t stride = product->row_bytes, panel_bytes = (size_t)product->steps * 64;
    const char *weights = product->weights;
    Panels s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0}, s4 = {0}, s5 = {0}, s6 = {0}, s7 = {0}, s8 = {0};
    for (int tap = 0; tap < product->taps; tap++) {
        const char *in = product->in + (size_t)row * stride + product->tap[tap];
        for (const char *end = weights + panel_bytes; weights < end; weights += 64) {
            const Panels w = load_panels(panels, weights, panel_bytes);
            _mm_prefetch(next, _MM_HINT_T0);
            s0 = add_word(element, panels, s0, in, w);
            s1 = rows > 1 ? add_word(element, panels, s1, in + stride, w) : s1;
            s2 = rows > 2 ? add_word(element, panels, s2, in + 2 * stride, w) : s2;
            s3 = rows > 3 ? add_word(element, panels, s3, in + 3 * stride, w) : s3;
            s4 = rows > 4 ? add_word(element, panels, s4, in + 4 * stride, w) : s4;
            s5 = rows > 5 ? add_word(element, panels, s5, in + 5 * stride, w) : s5;
            s6 = rows > 6 ? add_word(element, panels, s6, in + 6 * stride, w) : s6;
            s7 = rows > 7 ? add_word(element, panels, s7, in + 7 * stride, w) : s7;
            s8 = rows > 8 ? add_word(element, panels, s8, in + 8 * stride, w) : s8;
            in += KERNELS_WORD;
            next += 64;
        }
        weights += (size_t)(panels - 1) * panel_bytes;
    }
    const size_t line = product->sums_row * KERNELS_WORD;
    const size_t side = product->sums_panel * KERNELS_WORD;
    char *to = (char *)product->sums + (size_t)row * line;
    store_panels(panels, to, side, s0);
    if (rows > 1) {
        store_panels(panels, to + line, side, s1);
    }
    if (rows > 2) {
        store_panels(panels, to + 2 * line, side, s2);
    }
    if (rows > 3) {
        store_panels(panels, to + 3 * line, side, s3);
    }
    if (rows > 4) {
        store_panels(panels, to + 4 * line, side, s4);
    }
    if (rows > 5) {
        store_panels(panels, to + 5 * line, side, s5);
    }
    if (rows > 6) {
        store_panels(panels, to + 6 * line, side, s6);
    }
    if (rows > 7) {
        store_panels(panels, to + 7 * line, side, s7);
    }
    if (rows > 8) {
        store_panels(panels, to + 8 * line, side, s8);
    }
}

/* Divides the rows into blocks that are as equal as can be: nine, eight and eight rows multiply
 * faster than twice nine and once seven. */
INLINE void multiply_panels(Element element, int panels, const Product *product) {
    const int blocks = (product->rows + ROWS - 1) / ROWS;
    const size_t lines = (size_t)product->taps * (size_t)product->steps;
    const char *next = product->next;
    for (int block = 0, row = 0; block < blocks; block++, next += lines * 64) {
        const int end = (block + 1) * product->rows / blocks;
        switch (end - row) {
        case 1:
            multiply_block(element, 1, panels, product, row, next);
            break;
        case 2:
            multiply_block(element, 2, panels, product, row, next);
            break;
        case 3:
            multiply_block(element, 3, panels, product, row, next);
            break;
        case 4:
            multiply_block(element, 4, panels, product, row, next);
            break;
        case 5:
            multiply_block(element, 5, panels, product, row, next);
            break;
        case 6:
            multiply_block(element, 6, panels, product, row, next);
            break;
        case 7:
            multiply_block(element, 7, panels, product, row, next);
            break;
        case 8:
            multiply_block(element, 8, panels, product, row, next);
            break;
        default:
            multiply_block(element, 9, panels, product, row, next);
        }
        row = end;
    }
}

INLINE void multiply_element(Element element, const Product *product) {
    switch (product->panels) {
    case 1:
        multiply_panels(element, 1, product);
        break;
    case 2:
        multiply_panels(element, 2, product);
        break;
    default:
        multiply_panels(element, 3, product);
    }
}

static void multiply(const Product *product) {
    switch (product->element) {
    case ELEMENT_F32:
        multiply_element(ELEMENT_F32, product);
        break;
    case ELEMENT_S16:
        multiply_element(ELEMENT_S16, product);
        break;
    case ELEMENT_U8:
        multiply_element(ELEMENT_U8, product);
        break;
    }
}

const Kernels KERNELS_AVX512 = {
    .name = "avx512",
    .unsigned_most = 255,
    .multiply = multiply,
    .apply = apply,
    .finish = finish,
    .pool = pool,
    .multiply_row = multiply_row,
    .add_rows = add_rows,
    .tile_in = tile_in,
    .tile_out = tile_out,
    .rms = rms,
    .gate = gate,
    .greatest = greatest,
    .weigh = weigh,
    .rotate = rotate,
    .pack_rows = pack_rows,
    .pack_columns = pack_columns,
};

#endif
