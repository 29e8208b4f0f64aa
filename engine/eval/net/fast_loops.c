#include "engine/eval/net/fast_loops.h"

#include <math.h>
#include <stdint.h>

#include "engine/base/simd.h"

#define FUNCTION   static
#define NAME(name) narrow_##name
#define LANES      4
#include "engine/eval/net/fast_loops_kernel.h"

#if defined(__x86_64__)
#define FUNCTION   __attribute__((target("avx2,fma"))) static
#define NAME(name) wide_##name
#define LANES      8
#include "engine/eval/net/fast_loops_kernel.h"
#endif

const Loops *loops_best(void) {
#if defined(__x86_64__)
    if (simd_level() == SIMD_AVX2 && __builtin_cpu_supports("fma")) {
        return &wide_LOOPS;
    }
#endif
    return &narrow_LOOPS;
}
