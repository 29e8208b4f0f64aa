/* The number formats in which networks are computed. Constants only. */
#ifndef ENGINE_EVAL_NET_PRECISION_H
#define ENGINE_EVAL_NET_PRECISION_H

#include <stddef.h>

typedef enum {
    PRECISION_AUTO, /* int16, or fp32 where int16 does not fit or there are no vectors */
    PRECISION_FP32,
    PRECISION_INT16,
    PRECISION_COUNT
} Precision;

/* Names by precision, as in options; NULL at the end. */
static const char *const PRECISION_NAMES[PRECISION_COUNT + 1] = {"auto", "fp32", "int16", NULL};

#endif
