/* Requests from outside to end: SIGINT, SIGTERM and SIGHUP, unless the parent has set them to be
 * ignored, as nohup does with SIGHUP; on Windows Ctrl-C, Ctrl-Break and the end of the session.
 *
 * While a watch runs, those signals do not end the process: a thread of the watch takes them and
 * calls `request`, which may do anything that a thread may. */
#ifndef ENGINE_BASE_OS_END_REQUESTS_H
#define ENGINE_BASE_OS_END_REQUESTS_H

#include "engine/base/status.h"

typedef struct EndRequests EndRequests;

/* Blocks the signals in the calling thread and in those that it starts from now on, and starts the
 * watch. Returns NULL if it cannot be started. */
EndRequests *end_requests_watch(void (*request)(void *context, int signal), void *context,
                                Status *status);

/* Ends the process as the signal would have without a watch. */
_Noreturn void end_requests_die(int signal);

/* What becomes of a signal that comes later. */
typedef enum {
    END_REQUESTS_AS_BEFORE, /* what would have happened without the watch */
    END_REQUESTS_IGNORED,
} EndRequestsAfter;

/* Ends the watch and frees it. It must be the thread that started it. */
void end_requests_finish(EndRequests *watch, EndRequestsAfter after);

#endif
