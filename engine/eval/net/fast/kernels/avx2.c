/* Kernels for AVX2 with FMA. The Makefile compiles this file for such processors. */
/* Always included: ISO C forbids an empty translation unit. */
#include "engine/eval/net/fast/kernels/kernels.h"

#if defined(__x86_64__)

#include "engine/eval/net/fast/kernels/wide.h"

/* Bytes are added up in pairs in 16 bits, so they are at most 127: 2 * 127 * 127 fits. */
INLINE __m256i add_whole_product(Element element, __m256i sum, __m256i in, __m256i weights) {
    if (element == ELEMENT_S16) {
        return _mm256_add_epi32(sum, _mm256_madd_epi16(in, weights));
    }
    const __m256i pairs = _mm256_maddubs_epi16(in, weights);
    return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

const Kernels KERNELS_AVX2 = {
    .name = "avx2",
    .unsigned_most = 127,
    KERNELS_LOOPS,
};

#endif
