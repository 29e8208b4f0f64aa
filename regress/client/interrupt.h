/* Ending a run of engines in mid-game: by SIGINT, SIGTERM or SIGHUP (those of them that are not
 * ignored, as SIGHUP is under nohup), or because there is nothing left to find out.
 *
 * Invariant: from the request on no engine that was made known here is left running, and none that
 * is made known later runs on; whoever waits for its answer finds its output closed. A process is
 * made known after it was started and forgotten before it is waited for, so its number cannot have
 * become another's.
 *
 * Between interrupt_start and interrupt_finish those signals are blocked in the calling thread and
 * the threads it makes, and only a thread of this module takes them. Any thread may call the
 * functions in between. */
#ifndef REGRESS_CLIENT_INTERRUPT_H
#define REGRESS_CLIENT_INTERRUPT_H

#include "engine/base/status.h"

#include <pthread.h>
#include <signal.h>
#include <sys/types.h>

enum { INTERRUPT_SLOTS = 256 };

typedef struct {
    pthread_mutex_t mutex; /* guards the three members below */
    bool requested;
    int signal;                       /* that asked for the end first; 0: none did */
    pid_t processes[INTERRUPT_SLOTS]; /* 0: none; each leads its process group */
    pthread_t watcher;
    sigset_t mask_before;
} Interrupt;

/* Fails where the system has no thread to give. */
bool interrupt_start(Interrupt *interrupt, Status *status);
void interrupt_finish(Interrupt *interrupt);

/* Ends all engines. */
void interrupt_request(Interrupt *interrupt);
bool interrupt_requested(Interrupt *interrupt);

/* Each engine has a slot of its own; process 0: it is about to be stopped. */
void interrupt_set_process(Interrupt *interrupt, int slot, pid_t process);

#endif
