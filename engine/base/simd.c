/* Detects vector instructions once. The statics are written inside pthread_once, which every reader
 * passes first, and are constant afterwards. */
#include "engine/base/simd.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static Simd level = SIMD_PLAIN;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void detect(void) {
    const char *wish = getenv("DIHEDRA_SIMD");
    if (wish != NULL && (strcmp(wish, "plain") == 0 || strcmp(wish, "sse41") == 0)) {
        return;
    }
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) {
        level = SIMD_AVX2;
    }
#endif
}

Simd simd_level(void) {
    pthread_once(&once, detect);
    return level;
}

const char *simd_name(Simd simd) {
    static const char *const NAMES[] = {[SIMD_PLAIN] = "plain", [SIMD_AVX2] = "avx2"};
    return NAMES[simd];
}
