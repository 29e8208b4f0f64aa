/* A session of the protocol: queries from a file descriptor, answers to another. */
#ifndef GTP_JSON_ANALYSIS_SESSION_H
#define GTP_JSON_ANALYSIS_SESSION_H

#include "gtp/json/config/settings.h"

typedef struct {
    Network *network, *human; /* NULL: none */
    bool drops_jobs;          /* ends at the end of the input, even with jobs left */
} AnalysisSessionOptions;

/* Runs a session until its input ends and all jobs are done. Prints on standard error when it is
 * ready. Returns false with a message if out of memory. */
bool analysis_session_run(const Settings *settings, const AnalysisSessionOptions *options,
                          int input, int output, Status *status);

#endif
