/* The prior's weights and their file, weights.bin, which is compiled in.
 *
 *     offset  bytes
 *          0      8  "DihPrior"
 *          8      4  number of weights, little-endian as all numbers here
 *         12   2 N  weights in hundredths, signed
 *
 * Pure functions: any thread may call them. */
#ifndef ENGINE_EVAL_PRIOR_WEIGHTS_H
#define ENGINE_EVAL_PRIOR_WEIGHTS_H

#include "engine/eval/prior/features.h"

enum {
    PRIOR_FILE_HEADER = 12,
    PRIOR_FILE_SIZE = PRIOR_FILE_HEADER + 2 * PRIOR_FEATURES,
};

/* Reads the file that was compiled in. */
void prior_weights_load(float weights[PRIOR_FEATURES]);

#endif
