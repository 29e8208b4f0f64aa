/* Which vector instructions to use: chosen once, at run time, so that one binary uses what each
 * x86-64 processor has. Any thread may call. */
#ifndef ENGINE_BASE_SIMD_H
#define ENGINE_BASE_SIMD_H

typedef enum { SIMD_PLAIN, SIMD_AVX2 } Simd;

/* The best level that the processor has, or SIMD_PLAIN, which on x86-64 has 128-bit vectors, if the
 * environment variable DIHEDRA_SIMD is "plain" or "sse41". The first call decides. */
Simd simd_level(void);

/* "avx2" or "plain". */
const char *simd_name(Simd simd);

#endif
