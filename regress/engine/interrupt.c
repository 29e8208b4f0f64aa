#include "regress/engine/interrupt.h"

static void kill_if_any(ChildProcess *child) {
    if (child != NULL) {
        child_kill(child);
    }
}

static void request(void *context, int signal) {
    Interrupt *interrupt = context;
    pthread_mutex_lock(&interrupt->mutex);
    interrupt->requested = true;
    interrupt->signal = interrupt->signal == 0 ? signal : interrupt->signal;
    for (int slot = 0; slot < INTERRUPT_SLOTS; slot++) {
        kill_if_any(interrupt->children[slot]);
    }
    pthread_mutex_unlock(&interrupt->mutex);
}

bool interrupt_start(Interrupt *interrupt, Status *status) {
    *interrupt = (Interrupt){.mutex = PTHREAD_MUTEX_INITIALIZER};
    interrupt->watch = end_requests_watch(request, interrupt, status);
    return interrupt->watch != NULL;
}

void interrupt_finish(Interrupt *interrupt) {
    end_requests_finish(interrupt->watch, END_REQUESTS_AS_BEFORE);
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

void interrupt_set_child(Interrupt *interrupt, int slot, ChildProcess *child) {
    pthread_mutex_lock(&interrupt->mutex);
    interrupt->children[slot] = child;
    if (interrupt->requested) {
        kill_if_any(child);
    }
    pthread_mutex_unlock(&interrupt->mutex);
}
