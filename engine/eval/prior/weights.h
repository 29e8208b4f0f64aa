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

#include "engine/base/status.h"
#include "engine/eval/prior/features.h"

enum {
    PRIOR_FILE_HEADER = 12,
    PRIOR_FILE_SIZE = PRIOR_FILE_HEADER + 2 * PRIOR_FEATURES,
};

/* Reads a file of weights. Returns false with a message if it is another kind of file or has
 * another number of weights. */
bool prior_weights_read(const uint8_t *bytes, size_t length, float weights[PRIOR_FEATURES],
                        Status *status);

/* Makes the file. Rounds the weights to hundredths, between -327.68 and 327.67. */
void prior_weights_write(const float weights[PRIOR_FEATURES], uint8_t bytes[PRIOR_FILE_SIZE]);

/* Reads the file that was compiled in. */
void prior_weights_load(float weights[PRIOR_FEATURES]);

#endif
