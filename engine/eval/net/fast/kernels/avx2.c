/* Kernels for AVX2 with FMA. The Makefile compiles this file for such processors. */
/* Always included: ISO C forbids an empty translation unit. */
#include "engine/eval/net/fast/kernels/kernels.h"

#if defined(__x86_64__)

#include "engine/eval/net/fast/kernels/wide.h"

INLINE __m256i add_whole_product(__m256i sum, __m256i in, __m256i weights) {
    return _mm256_add_epi32(sum, _mm256_madd_epi16(in, weights));
}

const Kernels KERNELS_AVX2 = {
    .name = "avx2",
    KERNELS_LOOPS,
};

#endif
