/* Kernels for AArch64 with dot products (ARMv8.2). The Makefile compiles this file for such
 * processors.
 *
 * The product keeps five rows by one panel, which is four vectors, of sums in registers: 20 of the
 * 32, four for the weights of a step and up to five for words of the rows. With six rows GCC keeps
 * some of the sums in memory. Bytes are multiplied as signed numbers, so they are at most 127.
 * Pairs of 16-bit numbers have no instruction of their own: their weights are loaded as two
 * vectors, the first numbers of eight channels and the second ones. */
#include "engine/eval/net/fast/kernels/kernels.h" /* in any case: no file may be empty */

#if defined(__aarch64__)

#include <arm_neon.h>
#include <string.h>

#define LANES 4
#include "engine/eval/net/fast/kernels/lanes.h"

static inline Lanes greater(Lanes a, Lanes b) {
    return (Lanes)vmaxq_f32((float32x4_t)a, (float32x4_t)b);
}

static inline Lanes lesser(Lanes a, Lanes b) {
    return (Lanes)vminq_f32((float32x4_t)a, (float32x4_t)b);
}

static inline NarrowShorts narrowed(Whole value) {
    return __builtin_convertvector(value, NarrowShorts);
}

#include "engine/eval/net/fast/kernels/attention.h"
#include "engine/eval/net/fast/kernels/tiles.h"

#define INLINE static inline __attribute__((always_inline))

enum { ROWS = 5 }; /* at a time */

/* A panel of one row's sums: four channels in each. */
typedef struct {
    int32x4_t a, b, c, d;
} Panel;

/* A panel of one step's weights: four channels in each; of 16-bit numbers, the first ones and the
 * second ones of eight channels, twice. */
typedef struct {
    int32x4_t a, b, c, d;
} Weights;

INLINE Weights load_weights(Element element, const char *from) {
    if (element == ELEMENT_S16) {
        const int16x8x2_t near = vld2q_s16((const int16_t *)(const void *)from);
        const int16x8x2_t far = vld2q_s16((const int16_t *)(const void *)(from + 32));
        return (Weights){vreinterpretq_s32_s16(near.val[0]), vreinterpretq_s32_s16(near.val[1]),
                         vreinterpretq_s32_s16(far.val[0]), vreinterpretq_s32_s16(far.val[1])};
    }
    const int32_t *words = (const int32_t *)(const void *)from;
    return (Weights){vld1q_s32(words), vld1q_s32(words + 4), vld1q_s32(words + 8),
                     vld1q_s32(words + 12)};
}

/* A word of a row, in the first lane. It is loaded as a float and a zero because that takes one
 * instruction that loads, and none that moves. */
INLINE float32x2_t load_word(const char *from) {
    float bits;
    memcpy(&bits, from, sizeof bits);
    return (float32x2_t){bits, 0};
}

INLINE int32x4_t add_float(int32x4_t sum, int32x4_t weights, float32x2_t in) {
    return vreinterpretq_s32_f32(
        vfmaq_lane_f32(vreinterpretq_f32_s32(sum), vreinterpretq_f32_s32(weights), in, 0));
}

INLINE int32x4_t add_low_pairs(int32x4_t sum, int32x4_t first, int32x4_t second, float32x2_t in) {
    const int16x4_t pair = vreinterpret_s16_f32(in);
    sum = vmlal_lane_s16(sum, vget_low_s16(vreinterpretq_s16_s32(first)), pair, 0);
    return vmlal_lane_s16(sum, vget_low_s16(vreinterpretq_s16_s32(second)), pair, 1);
}

INLINE int32x4_t add_high_pairs(int32x4_t sum, int32x4_t first, int32x4_t second, float32x2_t in) {
    const int16x4_t pair = vreinterpret_s16_f32(in);
    sum = vmlal_high_lane_s16(sum, vreinterpretq_s16_s32(first), pair, 0);
    return vmlal_high_lane_s16(sum, vreinterpretq_s16_s32(second), pair, 1);
}

INLINE int32x4_t add_bytes(int32x4_t sum, int32x4_t weights, float32x2_t in) {
    return vdotq_lane_s32(sum, vreinterpretq_s8_s32(weights), vreinterpret_s8_f32(in), 0);
}

/* The sums of a row with the products of one of its words added. */
INLINE Panel add_word(Element element, Panel sums, const char *word, Weights w) {
    const float32x2_t in = load_word(word);
    switch (element) {
    case ELEMENT_F32:
        return (Panel){add_float(sums.a, w.a, in), add_float(sums.b, w.b, in),
                       add_float(sums.c, w.c, in), add_float(sums.d, w.d, in)};
    case ELEMENT_S16:
        return (Panel){add_low_pairs(sums.a, w.a, w.b, in), add_high_pairs(sums.b, w.a, w.b, in),
                       add_low_pairs(sums.c, w.c, w.d, in), add_high_pairs(sums.d, w.c, w.d, in)};
    case ELEMENT_U8:
        return (Panel){add_bytes(sums.a, w.a, in), add_bytes(sums.b, w.b, in),
                       add_bytes(sums.c, w.c, in), add_bytes(sums.d, w.d, in)};
    }
    return sums;
}

INLINE void store_panel(char *to, Panel value) {
    int32_t *words = (int32_t *)(void *)to;
    vst1q_s32(words, value.a);
    vst1q_s32(words + 4, value.b);
    vst1q_s32(words + 8, value.c);
    vst1q_s32(words + 12, value.d);
}

/* Multiplies `rows` rows, a constant in every call, by a panel. */
INLINE void multiply_block(Element element, int rows, const Product *product, int row, int panel) {
    const size_t stride = product->row_bytes, panel_bytes = (size_t)product->steps * 64;
    const ptrdiff_t ahead = product->next - product->weights;
    const char *weights = product->weights + (size_t)panel * panel_bytes;
    const int32x4_t zero = vdupq_n_s32(0);
    Panel s0 = {zero, zero, zero, zero}, s1 = s0, s2 = s0, s3 = s0, s4 = s0;
    for (int tap = 0; tap < product->taps; tap++) {
        const char *in = product->in + (size_t)row * stride + product->tap[tap];
        for (const char *end = weights + panel_bytes; weights < end; weights += 64) {
            const Weights w = load_weights(element, weights);
            if (row == 0) { /* what the next product will read */
                __builtin_prefetch(weights + ahead);
            }
            s0 = add_word(element, s0, in, w);
            s1 = rows > 1 ? add_word(element, s1, in + stride, w) : s1;
            s2 = rows > 2 ? add_word(element, s2, in + 2 * stride, w) : s2;
            s3 = rows > 3 ? add_word(element, s3, in + 3 * stride, w) : s3;
            s4 = rows > 4 ? add_word(element, s4, in + 4 * stride, w) : s4;
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
}

/* Divides the rows into blocks that are as equal as can be: three times four rows multiply faster
 * than twice five and once two. */
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
        default:
            multiply_block(element, 5, product, row, panel);
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

const Kernels KERNELS_NEON = {
    .name = "neon",
    .unsigned_most = 127,
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
