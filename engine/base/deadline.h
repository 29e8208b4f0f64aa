/* When work has to end: at a certain time, or when another thread sets *cancel. */
#ifndef ENGINE_BASE_DEADLINE_H
#define ENGINE_BASE_DEADLINE_H

#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "engine/base/clock.h"
#include "engine/base/os/slice.h"

typedef struct {
    double at;                  /* by clock_seconds(), or INFINITY */
    const _Atomic bool *cancel; /* set by another thread, or NULL */
} Deadline;

static const Deadline DEADLINE_NOW = {.at = 0}, DEADLINE_NEVER = {.at = INFINITY};

/* Relaxed: the flag publishes nothing but itself. */
static inline bool deadline_is_cancelled(const Deadline *deadline) {
    return deadline->cancel != NULL && atomic_load_explicit(deadline->cancel, memory_order_relaxed);
}

/* NULL is no deadline. Between the slices of a program without threads, others may set flags. */
static inline bool deadline_is_over(const Deadline *deadline) {
    slice_check();
    return deadline != NULL && (deadline_is_cancelled(deadline) || clock_seconds() >= deadline->at);
}

#endif
