/* Ctrl-C, Ctrl-Break and the end of the session, which Windows reports to a handler in a new
 * thread. */
#include "engine/base/os/end_requests.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <windows.h>

struct EndRequests {
    void (*request)(void *context, int signal);
    void *context;
};

/* The handler has no argument. The mutex guards the watch. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static EndRequests *current;

static BOOL WINAPI handle_console_event(DWORD event) {
    const bool is_key = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
    pthread_mutex_lock(&mutex);
    const bool is_taken = current != NULL;
    if (is_taken) {
        current->request(current->context, is_key ? SIGINT : SIGTERM);
    }
    pthread_mutex_unlock(&mutex);
    if (is_taken && !is_key) {
        Sleep(INFINITE); /* the process ends when this returns, or a few seconds after the event */
    }
    return is_taken;
}

/* They always come to the handler. */
EndRequests *end_requests_watch(void (*request)(void *context, int signal), void *context,
                                Status *status) {
    EndRequests *watch = malloc(sizeof *watch);
    if (watch == NULL || !SetConsoleCtrlHandler(handle_console_event, TRUE)) {
        free(watch);
        status_fail(status, "cannot watch for Ctrl-C");
        return NULL;
    }
    *watch = (EndRequests){request, context};
    pthread_mutex_lock(&mutex);
    current = watch;
    pthread_mutex_unlock(&mutex);
    return watch;
}

_Noreturn void end_requests_die(int signal) {
    (void)signal;
    ExitProcess(0xC000013Au); /* STATUS_CONTROL_C_EXIT */
}

void end_requests_finish(EndRequests *watch, EndRequestsAfter after) {
    pthread_mutex_lock(&mutex);
    current = NULL;
    pthread_mutex_unlock(&mutex);
    if (after == END_REQUESTS_IGNORED) {
        SetConsoleCtrlHandler(NULL, TRUE);
    }
    SetConsoleCtrlHandler(handle_console_event, FALSE);
    free(watch);
}
