/* When work has to end: at a time, or once another thread says so. */
#ifndef ENGINE_BASE_DEADLINE_H
#define ENGINE_BASE_DEADLINE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "engine/base/clock.h"

typedef struct {
    double at;                  /* by clock_seconds(); INFINITY: no such time */
    const _Atomic bool *cancel; /* NULL: nobody says so */
} Deadline;

static inline bool deadline_is_cancelled(const Deadline *deadline) {
    return deadline->cancel != NULL && atomic_load_explicit(deadline->cancel, memory_order_relaxed);
}

/* NULL: there is none, and it never is over. */
static inline bool deadline_is_over(const Deadline *deadline) {
    return deadline != NULL && (deadline_is_cancelled(deadline) || clock_seconds() >= deadline->at);
}

#endif
