/* Giving way by the function that the worker has for it (packaging/web/library.js), whose caller
 * binaryen's Asyncify makes resumable. The end of the slice is the only state. */
#include "engine/base/os/slice.h"

#include <emscripten/threading.h>
#include <stdatomic.h>

#include "engine/base/clock.h"

/* A page promises its messages an answer within 50 ms; an evaluation may follow the check. */
static const double SLICE_SECONDS = 0.03;

extern void page_give_way(SliceWait wait);

/* Relaxed: it publishes nothing but itself. */
static _Atomic double slice_end;

bool slice_is_over(void) {
    return clock_seconds() >= atomic_load_explicit(&slice_end, memory_order_relaxed);
}

void slice_give_way(SliceWait wait) {
    if (emscripten_is_main_runtime_thread()) {
        page_give_way(wait);
        atomic_store_explicit(&slice_end, clock_seconds() + SLICE_SECONDS, memory_order_relaxed);
    }
}
