/* A clock for measuring: it never goes back, unlike the time of day. Any thread may read it. */
#ifndef ENGINE_BASE_CLOCK_H
#define ENGINE_BASE_CLOCK_H

#include <time.h>

/* Seconds since some moment before the program started, to about a nanosecond. */
static inline double clock_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

#endif
