#include "engine/eval/net/fast/loops.h"

#include <math.h>
#include <stdint.h>

#include "engine/base/simd.h"

/* The vectors that add_rows sums at a time. Their sums fit into registers; at the greatest width
 * they are 96 channels, a whole cell of a small network. */
enum { ADD_VECTORS = 6 };

#define FUNCTION   static
#define NAME(name) narrow_##name
#define LANES      4
#include "engine/eval/net/fast/loops_kernel.h"

#if defined(__x86_64__)
#define FUNCTION   __attribute__((target("avx2,fma"))) static
#define NAME(name) wide_##name
#define LANES      8
#include "engine/eval/net/fast/loops_kernel.h"

#define FUNCTION   __attribute__((target("avx512f,avx512bw,avx512vl,avx2,fma"))) static
#define NAME(name) widest_##name
#define LANES      16
#include "engine/eval/net/fast/loops_kernel.h"
#endif

const Loops *loops_best(void) {
#if defined(__x86_64__)
    if (simd_level() == SIMD_AVX2 && __builtin_cpu_supports("fma")) {
        return simd_has_avx512() ? &widest_LOOPS : &wide_LOOPS;
    }
#endif
    return &narrow_LOOPS;
}
