/* Vectors of LANES floats, in the syntax of GCC and Clang. Each file of kernels defines LANES and
 * includes this, then defines greater(), lesser() and narrowed(), for which compilers do not find
 * the best instructions by themselves, and includes the loops. */
#ifndef ENGINE_EVAL_NET_FAST_KERNELS_LANES_H
#define ENGINE_EVAL_NET_FAST_KERNELS_LANES_H

#include "engine/eval/net/fast/kernels/kernels.h"

typedef float Lanes __attribute__((vector_size(LANES * 4)));
typedef int32_t Whole __attribute__((vector_size(LANES * 4)));
typedef int16_t Shorts __attribute__((vector_size(LANES * 4)));

/* These types in memory: at any address, and whatever else is kept there. */
typedef Lanes LooseLanes __attribute__((aligned(4), may_alias));
typedef Whole LooseWhole __attribute__((aligned(4), may_alias));
typedef Shorts LooseShorts __attribute__((aligned(2), may_alias));
typedef int32_t LooseWord __attribute__((may_alias));
typedef int16_t NarrowShorts __attribute__((vector_size(LANES * 2), aligned(2), may_alias));

static inline Lanes load(const float *from) {
    return *(const LooseLanes *)from;
}

static inline void store(float *to, Lanes value) {
    *(LooseLanes *)to = value;
}

/* The words of the first and of the second halves of two vectors, by turns. */
#if LANES == 16
#define LOW_WORDS  0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define HIGH_WORDS 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#elif LANES == 8
#define LOW_WORDS  0, 8, 1, 9, 2, 10, 3, 11
#define HIGH_WORDS 4, 12, 5, 13, 6, 14, 7, 15
#else
#define LOW_WORDS  0, 4, 1, 5
#define HIGH_WORDS 2, 6, 3, 7
#endif
static inline Whole low_words(Whole a, Whole b) {
    return __builtin_shufflevector(a, b, LOW_WORDS);
}
static inline Whole high_words(Whole a, Whole b) {
    return __builtin_shufflevector(a, b, HIGH_WORDS);
}

#define INLINE static inline __attribute__((always_inline))

#endif
