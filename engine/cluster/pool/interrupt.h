/* Ends all engines of a run: on SIGINT, SIGTERM or SIGHUP (unless ignored, as SIGHUP is under
 * nohup), or because the run's question is decided.
 *
 * Invariant: after the request every engine made known here is killed, and so is each that is made
 * known later; a thread that waits for its answer finds its output closed. A process is made known
 * after it was started and withdrawn before it is waited for, so its number cannot belong to
 * another.
 *
 * Between interrupt_start and interrupt_finish those signals are blocked in the calling thread and
 * in the threads it starts; a thread of this module takes them. In between any thread may call the
 * other functions. */
#ifndef ENGINE_CLUSTER_POOL_INTERRUPT_H
#define ENGINE_CLUSTER_POOL_INTERRUPT_H

#include "engine/base/os/end_requests.h"
#include "engine/base/os/process.h"

#include <pthread.h>
#include <stdatomic.h>

enum { INTERRUPT_SLOTS = 256 }; /* engines that may run at a time */

typedef struct {
    _Atomic bool requested; /* set once; a thread that reads it late works a moment more */
    _Atomic bool dies;      /* nothing is worth reporting yet: a signal ends the process */
    _Atomic int signal;     /* the first that asked for the end, set before the above; 0: none */
    pthread_mutex_t mutex;  /* guards the children */
    ChildProcess *children[INTERRUPT_SLOTS]; /* NULL: none */
    EndRequests *watch;
} Interrupt;

/* Fails if the watching thread cannot be started. */
bool interrupt_start(Interrupt *interrupt, Status *status);
void interrupt_finish(Interrupt *interrupt); /* all 0: it was not started */

/* Kills all engines that are known, and all that become known. */
void interrupt_request(Interrupt *interrupt);
static inline bool interrupt_requested(const Interrupt *interrupt) {
    return atomic_load(&interrupt->requested);
}

/* Makes known the engine of a slot, 0..INTERRUPT_SLOTS - 1; NULL: it is about to be stopped. Each
 * engine has its own slot. */
void interrupt_set_child(Interrupt *interrupt, int slot, ChildProcess *child);

#endif
