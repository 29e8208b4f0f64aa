#include "engine/eval/prior/weights.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/status.h"

enum { MAGIC_LENGTH = 8 };
static const char MAGIC[] = "DihPrior";

static const float UNITS = 100; /* of the file in a weight of 1 */

/* The bytes of weights.bin. */
static const uint8_t WEIGHTS[] = {
#include "engine/eval/prior/weights.bin.inc"
};
_Static_assert(sizeof WEIGHTS == PRIOR_FILE_SIZE, "weights.bin was made for other features");

static uint32_t read_u32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static bool read_weights(const uint8_t *bytes, size_t length, float weights[PRIOR_FEATURES],
                         Status *status) {
    if (length < PRIOR_FILE_HEADER || memcmp(bytes, MAGIC, MAGIC_LENGTH) != 0) {
        return status_fail(status, "not a file of the prior's weights");
    }
    if (length != PRIOR_FILE_SIZE || read_u32(bytes + MAGIC_LENGTH) != PRIOR_FEATURES) {
        return status_fail(status, "the file of the prior's weights is not for %d features",
                           PRIOR_FEATURES);
    }
    for (int i = 0; i < PRIOR_FEATURES; i++) {
        const uint8_t *weight = bytes + PRIOR_FILE_HEADER + 2 * i;
        weights[i] = (float)(int16_t)(uint16_t)(weight[0] | weight[1] << 8) / UNITS;
    }
    return true;
}

void prior_weights_load(float weights[PRIOR_FEATURES]) {
    Status status;
    if (!read_weights(WEIGHTS, sizeof WEIGHTS, weights, &status)) {
        fprintf(stderr, "dihedra: engine/eval/prior/weights.bin: %s\n", status.text);
        abort(); /* the program was built from a wrong file */
    }
}
