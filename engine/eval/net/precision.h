/* What networks are computed in. */
#ifndef ENGINE_EVAL_NET_PRECISION_H
#define ENGINE_EVAL_NET_PRECISION_H

#include <stdbool.h>

typedef enum {
    PRECISION_AUTO, /* the fastest here, by a short measurement */
    PRECISION_FP32,
    PRECISION_BF16,
    PRECISION_INT8,
    PRECISION_COUNT
} Precision;

const char *precision_name(Precision precision);

/* False where no precision has that name. */
bool precision_from_name(const char *name, Precision *precision);

#endif
