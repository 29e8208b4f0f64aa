#include "engine/eval/net/precision.h"

#include <string.h>

static const char *const NAMES[PRECISION_COUNT] = {"auto", "fp32", "bf16", "int8"};

const char *precision_name(Precision precision) {
    return NAMES[precision];
}

bool precision_from_name(const char *name, Precision *precision) {
    for (int i = 0; i < PRECISION_COUNT; i++) {
        if (strcmp(name, NAMES[i]) == 0) {
            *precision = (Precision)i;
            return true;
        }
    }
    return false;
}
