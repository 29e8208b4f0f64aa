/* Which vector instructions to use: chosen once, at run time, so that one binary runs on every
 * x86-64 processor and uses what it finds. */
#ifndef ENGINE_BASE_SIMD_H
#define ENGINE_BASE_SIMD_H

#include <stdbool.h>

typedef enum { SIMD_PLAIN, SIMD_AVX2 } Simd;

/* The best that the processor has, unless the environment variable DIHEDRA_SIMD says "plain".
 * Settled by the first call; any thread may call. */
Simd simd_level(void);

/* Whether to use vectors of 512 bits (AVX-512 F, BW and VL) as well: where the processor has them
 * and DIHEDRA_SIMD says neither "plain" nor "avx2". */
bool simd_has_avx512(void);

const char *simd_name(Simd simd);

#endif
