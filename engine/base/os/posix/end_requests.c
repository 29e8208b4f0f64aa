/* Signals taken by sigwait. */
#include "engine/base/os/end_requests.h"

#include "engine/base/os/thread.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct EndRequests {
    void (*request)(void *context, int signal);
    void *context;
    _Atomic bool is_finishing;
    pthread_t thread;
    sigset_t mask_before;
};

/* SIGUSR1 is sent by end_requests_finish to the watch's thread alone, and by launchers of MPI when
 * a rank is lost. */
static sigset_t watched_signals(void) {
    static const int ENDS[] = {SIGINT, SIGTERM, SIGHUP};
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    for (size_t i = 0; i < sizeof ENDS / sizeof ENDS[0]; i++) {
        struct sigaction action;
        if (sigaction(ENDS[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN) {
            sigaddset(&set, ENDS[i]);
        }
    }
    return set;
}

/* Relaxed: pthread_kill comes after the flag is set, and orders it before the signal. */
static void *watch_signals(void *argument) {
    EndRequests *watch = argument;
    const sigset_t watched = watched_signals();
    int signal = 0;
    while (
        sigwait(&watched, &signal) == 0 &&
        !(signal == SIGUSR1 && atomic_load_explicit(&watch->is_finishing, memory_order_relaxed))) {
        if (signal != SIGUSR1) {
            watch->request(watch->context, signal);
        }
    }
    return NULL;
}

EndRequests *end_requests_watch(void (*request)(void *context, int signal), void *context,
                                Status *status) {
    EndRequests *watch = malloc(sizeof *watch);
    if (watch == NULL) {
        status_fail(status, "out of memory");
        return NULL;
    }
    *watch = (EndRequests){.request = request, .context = context};
    const sigset_t watched = watched_signals();
    pthread_sigmask(SIG_BLOCK, &watched, &watch->mask_before);
    const int error = thread_start(&watch->thread, watch_signals, watch);
    if (error != 0) {
        pthread_sigmask(SIG_SETMASK, &watch->mask_before, NULL);
        free(watch);
        status_fail(status, "cannot start a thread to watch for signals: %s", strerror(error));
        return NULL;
    }
    return watch;
}

void end_requests_finish(EndRequests *watch, EndRequestsAfter after) {
    atomic_store_explicit(&watch->is_finishing, true, memory_order_relaxed);
    pthread_kill(watch->thread, SIGUSR1);
    pthread_join(watch->thread, NULL);
    if (after == END_REQUESTS_AS_BEFORE) {
        pthread_sigmask(SIG_SETMASK, &watch->mask_before, NULL);
    }
    free(watch);
}

_Noreturn void end_requests_die(int number) {
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    signal(number, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
    raise(number);
    abort();
}
