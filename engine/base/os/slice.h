/* Giving way. The messages of a web page come in only while no function of the program's main
 * thread runs. So long computations are cut into slices: at the end of each the stack is
 * put aside, messages are served, and the computation goes on where it was. What serves them may
 * hand in lines and set flags, but starts no other computation.
 *
 * With threads there are no slices, and none of this costs anything. */
#ifndef ENGINE_BASE_OS_SLICE_H
#define ENGINE_BASE_OS_SLICE_H

#include <stdbool.h>

#ifdef __EMSCRIPTEN__

typedef enum { SLICE_NEXT, SLICE_UNTIL_MESSAGE } SliceWait;

/* Is the slice used up? */
bool slice_is_over(void);

/* Begins another slice after messages have been served, at once or when one comes. */
void slice_give_way(SliceWait wait);

/* Gives way if the slice is used up. */
static inline void slice_check(void) {
    if (slice_is_over()) {
        slice_give_way(SLICE_NEXT);
    }
}

#else

static inline bool slice_is_over(void) {
    return false;
}

static inline void slice_check(void) {}

#endif

#endif
