#include "engine/eval/net/precision.h"

#include <stddef.h>

const char *const PRECISION_NAMES[PRECISION_COUNT + 1] = {"auto", "fp32", "int16", NULL};

const char *precision_name(Precision precision) {
    return PRECISION_NAMES[precision];
}
