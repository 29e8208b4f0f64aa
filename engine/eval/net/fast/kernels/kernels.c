/* Finds out once which kernels the processor can run. The statics are written inside pthread_once,
 * which every reader passes first, and do not change afterwards. */
#include "engine/eval/net/fast/kernels/kernels.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

extern const Kernels KERNELS_AVX512, KERNELS_AVXVNNI, KERNELS_AVX2, KERNELS_SSE41, KERNELS_NEON,
    KERNELS_PLAIN;

enum { USABLE_MAX = 5 }; /* on one processor */
static const Kernels *usable[USABLE_MAX + 1];
static const Kernels *best;
static pthread_once_t once = PTHREAD_ONCE_INIT;

#if defined(__x86_64__)
static bool has_avx2(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

static bool has_avx512(void) {
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni");
}

/* Compilers do not know this name yet: bit 4 of EAX of leaf 7, subleaf 1. */
static bool has_avx_vnni(void) {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return has_avx2() && __get_cpuid_count(7, 1, &a, &b, &c, &d) != 0 && (a >> 4 & 1) != 0;
}
#endif

/* Lists the kernels, the best first. To add an instruction set, see README.md. */
static void find_usable(void) {
    int count = 0;
#if defined(__x86_64__)
    if (has_avx512()) {
        usable[count++] = &KERNELS_AVX512;
    }
    if (has_avx_vnni()) {
        usable[count++] = &KERNELS_AVXVNNI;
    }
    if (has_avx2()) {
        usable[count++] = &KERNELS_AVX2;
    }
    if (__builtin_cpu_supports("sse4.1")) {
        usable[count++] = &KERNELS_SSE41;
    }
#elif defined(__wasm_simd128__)
    usable[count++] = &KERNELS_SSE41;
#elif defined(__aarch64__)
    usable[count++] = &KERNELS_NEON;
#endif
    usable[count++] = &KERNELS_PLAIN;
    best = usable[0];
    const char *wish = getenv("DIHEDRA_SIMD");
    for (int i = 0; wish != NULL && i < count; i++) {
        if (strcmp(usable[i]->name, wish) == 0) {
            best = usable[i];
        }
    }
}

const Kernels *kernels_best(void) {
    pthread_once(&once, find_usable);
    return best;
}

const Kernels *const *kernels_all(void) {
    pthread_once(&once, find_usable);
    return usable;
}
