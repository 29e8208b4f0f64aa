/* A session of the protocol: queries from a file descriptor, answers to another. */
#ifndef GTP_JSON_ANALYSIS_SESSION_H
#define GTP_JSON_ANALYSIS_SESSION_H

#include "gtp/json/config/settings.h"

typedef struct {
    Network *network, *human; /* NULL: none */
    bool drops_jobs;          /* ends at the end of the input, even with jobs left */
} AnalysisSessionOptions;

typedef struct AnalysisSession AnalysisSession;

/* A session without threads, whose queries are handed in and whose jobs the caller has it do. The
 * settings must outlive it. Returns NULL with a message if out of memory. */
AnalysisSession *analysis_session_new(const Settings *settings,
                                      const AnalysisSessionOptions *options, int output,
                                      Status *status);
void analysis_session_free(AnalysisSession *session); /* may be NULL */

/* Takes a line: a query, or an action, which is answered at once, also while a job is done. */
void analysis_session_take(AnalysisSession *session, const char *line, size_t length);

/* Runs the first job in the queue. Returns false if the queue is empty. */
bool analysis_session_work(AnalysisSession *session);

/* Runs a session until its input ends and all jobs are done. Prints on standard error when it is
 * ready. Returns false with a message if out of memory. */
bool analysis_session_run(const Settings *settings, const AnalysisSessionOptions *options,
                          int input, int output, Status *status);

#endif
