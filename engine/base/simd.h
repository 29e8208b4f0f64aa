/* Which vector instructions to use: chosen once, at run time, so that one binary runs on every
 * x86-64 processor and uses what it finds. */
#ifndef ENGINE_BASE_SIMD_H
#define ENGINE_BASE_SIMD_H

typedef enum { SIMD_PLAIN, SIMD_AVX2 } Simd;

/* The best that the processor has, unless the environment variable DIHEDRA_SIMD says "plain".
 * Settled by the first call; any thread may call. */
Simd simd_level(void);

const char *simd_name(Simd simd);

#endif
