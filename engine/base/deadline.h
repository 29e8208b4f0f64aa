/* When work has to end: at a certain time, or when another thread cancels it. A Deadline is read by
 * the thread that works; only *cancel may change meanwhile. */
#ifndef ENGINE_BASE_DEADLINE_H
#define ENGINE_BASE_DEADLINE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "engine/base/clock.h"

typedef struct {
    double at;                  /* by clock_seconds(); INFINITY if there is no such time */
    const _Atomic bool *cancel; /* set by another thread; NULL: it cannot be cancelled */
} Deadline;

/* Relaxed: the flag publishes nothing but itself. */
static inline bool deadline_is_cancelled(const Deadline *deadline) {
    return deadline->cancel != NULL && atomic_load_explicit(deadline->cancel, memory_order_relaxed);
}

/* Without a deadline, NULL, work is never over. */
static inline bool deadline_is_over(const Deadline *deadline) {
    return deadline != NULL && (deadline_is_cancelled(deadline) || clock_seconds() >= deadline->at);
}

#endif
