#include "regress/engine/interrupt.h"

#include <string.h>

/* The signals that ask for the end, except those that our parent has set to be ignored: nohup does,
 * and a shell that runs us in the background. */
static sigset_t watched_signals(void) {
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1); /* sent by interrupt_finish to the watcher alone, and by launchers of
                                 MPI when a rank is lost */
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        struct sigaction action;
        if (sigaction(ends[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN) {
            sigaddset(&set, ends[i]);
        }
    }
    return set;
}

static void kill_group(pid_t leader) {
    if (leader != 0) {
        kill(-leader, SIGKILL);
    }
}

static void request(Interrupt *interrupt, int signal) {
    pthread_mutex_lock(&interrupt->mutex);
    interrupt->requested = true;
    if (interrupt->signal == 0) {
        interrupt->signal = signal;
    }
    for (int slot = 0; slot < INTERRUPT_SLOTS; slot++) {
        kill_group(interrupt->processes[slot]);
    }
    pthread_mutex_unlock(&interrupt->mutex);
}

static bool is_finishing(Interrupt *interrupt) {
    pthread_mutex_lock(&interrupt->mutex);
    const bool is = interrupt->is_finishing;
    pthread_mutex_unlock(&interrupt->mutex);
    return is;
}

static void *watch(void *argument) {
    Interrupt *interrupt = argument;
    const sigset_t watched = watched_signals();
    int signal = 0;
    while (sigwait(&watched, &signal) == 0 && (signal != SIGUSR1 || !is_finishing(interrupt))) {
        if (signal != SIGUSR1) {
            request(interrupt, signal);
        }
    }
    return NULL;
}

bool interrupt_start(Interrupt *interrupt, Status *status) {
    *interrupt = (Interrupt){.mutex = PTHREAD_MUTEX_INITIALIZER};
    const sigset_t watched = watched_signals();
    pthread_sigmask(SIG_BLOCK, &watched, &interrupt->mask_before);
    const int error = pthread_create(&interrupt->watcher, NULL, watch, interrupt);
    if (error != 0) {
        pthread_sigmask(SIG_SETMASK, &interrupt->mask_before, NULL);
        return status_fail(status, "cannot start a thread to watch for signals: %s",
                           strerror(error));
    }
    return true;
}

void interrupt_finish(Interrupt *interrupt) {
    pthread_mutex_lock(&interrupt->mutex);
    interrupt->is_finishing = true;
    pthread_mutex_unlock(&interrupt->mutex);
    pthread_kill(interrupt->watcher, SIGUSR1);
    pthread_join(interrupt->watcher, NULL);
    pthread_sigmask(SIG_SETMASK, &interrupt->mask_before, NULL);
}

void interrupt_request(Interrupt *interrupt) {
    request(interrupt, 0);
}

bool interrupt_requested(Interrupt *interrupt) {
    pthread_mutex_lock(&interrupt->mutex);
    const bool requested = interrupt->requested;
    pthread_mutex_unlock(&interrupt->mutex);
    return requested;
}

void interrupt_set_process(Interrupt *interrupt, int slot, pid_t process) {
    pthread_mutex_lock(&interrupt->mutex);
    interrupt->processes[slot] = process;
    if (interrupt->requested) {
        kill_group(process);
    }
    pthread_mutex_unlock(&interrupt->mutex);
}
