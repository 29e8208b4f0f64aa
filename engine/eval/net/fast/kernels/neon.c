/* Kernels for AArch64.
 *
 * The product keeps five rows by one panel, which is four vectors, of sums in registers: 20 of the
 * 32, four for the weights of a step and up to five for words of the rows. With six rows GCC keeps
 * some of the sums in memory. Pairs of 16-bit numbers have no instruction of their own: their
 * weights are loaded as two vectors, the first numbers of eight channels and the second ones. */
/* Always included: ISO C forbids an empty translation unit. */
#include "engine/eval/net/fast/kernels/kernels.h"

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

enum { ROWS = 5, PANELS = 1, PARTS = 1 };

/* A panel of one row's sums, or of one step's weights: four channels in each; weights of 16-bit
 * numbers, the first ones and the second ones of eight channels, twice. */
typedef struct {
    int32x4_t a, b, c, d;
} Sums, Weights;

INLINE Weights load_weights(Element element, int panels, const char *from, size_t stride) {
    (void)panels, (void)stride; /* one panel */
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

INLINE Sums add_word(Element element, int panels, Sums sums, const char *word, Weights w) {
    (void)panels;
    const float32x2_t in = load_word(word);
    switch (element) {
    case ELEMENT_F32:
        return (Sums){add_float(sums.a, w.a, in), add_float(sums.b, w.b, in),
                      add_float(sums.c, w.c, in), add_float(sums.d, w.d, in)};
    case ELEMENT_S16:
        return (Sums){add_low_pairs(sums.a, w.a, w.b, in), add_high_pairs(sums.b, w.a, w.b, in),
                      add_low_pairs(sums.c, w.c, w.d, in), add_high_pairs(sums.d, w.c, w.d, in)};
    }
    return sums;
}

INLINE void store_sums(int panels, char *to, size_t stride, Sums value) {
    (void)panels, (void)stride;
    int32_t *words = (int32_t *)(void *)to;
    vst1q_s32(words, value.a);
    vst1q_s32(words + 4, value.b);
    vst1q_s32(words + 8, value.c);
    vst1q_s32(words + 12, value.d);
}

#include "engine/eval/net/fast/kernels/product.h"

const Kernels KERNELS_NEON = {
    .name = "neon",
    KERNELS_LOOPS,
};

#endif
