/* A session of the protocol: queries from a file descriptor, answers to another. */
#ifndef GTP_JSON_SESSION_H
#define GTP_JSON_SESSION_H

#include "gtp/json/config/settings.h"

typedef struct {
    Network *network, *human; /* NULL: none */
    bool drops_jobs;          /* at the end of the input it ends at once; else all jobs are done */
} SessionOptions;

/* Runs a session until its input ends and all is answered. Says on standard error when it is ready.
 * Returns false with a message if out of memory. */
bool session_run_json(const Settings *settings, const SessionOptions *options, int input,
                      int output, Status *status);

#endif
