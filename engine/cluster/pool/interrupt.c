#include "engine/cluster/pool/interrupt.h"

static void kill_if_any(ChildProcess *child) {
    if (child != NULL) {
        child_kill(child);
    }
}

static void request(void *context, int signal) {
    Interrupt *interrupt = context;
    if (signal != 0 && atomic_load(&interrupt->dies)) {
        end_requests_die(signal);
    }
    int none = 0;
    atomic_compare_exchange_strong(&interrupt->signal, &none, signal);
    atomic_store(&interrupt->requested, true);
    pthread_mutex_lock(&interrupt->mutex);
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
    if (interrupt->watch != NULL) {
        end_requests_finish(interrupt->watch, END_REQUESTS_AS_BEFORE);
    }
}

void interrupt_request(Interrupt *interrupt) {
    request(interrupt, 0);
}

void interrupt_set_child(Interrupt *interrupt, int slot, ChildProcess *child) {
    pthread_mutex_lock(&interrupt->mutex);
    interrupt->children[slot] = child;
    if (interrupt_requested(interrupt)) {
        kill_if_any(child);
    }
    pthread_mutex_unlock(&interrupt->mutex);
}
