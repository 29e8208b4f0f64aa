/* Kernels for AVX2 with VNNI in 256-bit vectors, which newer processors without AVX-512 have. The
 * Makefile compiles this file for such processors. */
/* Always included: ISO C forbids an empty translation unit. */
#include "engine/eval/net/fast/kernels/kernels.h"

#if defined(__x86_64__)

#include "engine/eval/net/fast/kernels/wide.h"

INLINE __m256i add_whole_product(__m256i sum, __m256i in, __m256i weights) {
    return _mm256_dpwssd_avx_epi32(sum, in, weights);
}

const Kernels KERNELS_AVXVNNI = {
    .name = "avxvnni",
    KERNELS_LOOPS,
};

#endif
