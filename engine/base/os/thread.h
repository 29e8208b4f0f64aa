/* Threads with a stack that does not depend on the C library: musl's default is 128 KiB, macOS' 512
 * KiB. */
#ifndef ENGINE_BASE_OS_THREAD_H
#define ENGINE_BASE_OS_THREAD_H

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <time.h>

#include "engine/base/os/slice.h"

/* Memory is taken as it is touched; a solver's path of moves is the deepest recursion. */
enum { THREAD_STACK_BYTES = 8 << 20 };

/* As pthread_create without attributes. Returns 0 or an error's number. */
static inline int thread_start(pthread_t *thread, void *(*run)(void *), void *argument) {
    pthread_attr_t attributes;
    int error = pthread_attr_init(&attributes);
    if (error == 0) {
        error = pthread_attr_setstacksize(&attributes, THREAD_STACK_BYTES);
        error = error == 0 ? pthread_create(thread, &attributes, run, argument) : error;
        pthread_attr_destroy(&attributes);
    }
    return error;
}

/* Starts a thread for work that the caller does itself if that fails. A page has few threads,
 * and keeps them for teams. */
static inline int thread_start_aside(pthread_t *thread, void *(*run)(void *), void *argument) {
#ifdef __EMSCRIPTEN__
    (void)thread, (void)run, (void)argument;
    return EAGAIN;
#else
    return thread_start(thread, run, argument);
#endif
}

/* As pthread_cond_wait, for what only a client changes: in a page, while the program gives way. */
static inline void thread_wait_for_change(pthread_cond_t *condition, pthread_mutex_t *mutex) {
#ifdef __EMSCRIPTEN__
    (void)condition;
    pthread_mutex_unlock(mutex);
    slice_give_way(SLICE_UNTIL_MESSAGE);
    pthread_mutex_lock(mutex);
#else
    pthread_cond_wait(condition, mutex);
#endif
}

/* ---- Waiting for a limited time ---- */

#if defined(__APPLE__) || defined(_WIN32) /* whose conditions know no clock, but wait for a time   \
                                           */
static inline void thread_condition_init(pthread_cond_t *condition) {
    pthread_cond_init(condition, NULL);
}

static inline void thread_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, double seconds) {
    struct timespec time = {(time_t)floor(seconds), (long)((seconds - floor(seconds)) * 1e9)};
    pthread_cond_timedwait_relative_np(condition, mutex, &time);
}
#else
/* Initializes a condition for thread_wait. */
static inline void thread_condition_init(pthread_cond_t *condition) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

/* As pthread_cond_wait, for at most `seconds`, whatever happens to the time of day. */
static inline void thread_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, double seconds) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)floor(seconds);
    until.tv_nsec += (long)((seconds - floor(seconds)) * 1e9);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(condition, mutex, &until);
}
#endif

#endif
