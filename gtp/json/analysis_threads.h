/* The threads that analyse: each takes a job, searches its position and answers, until the queue is
 * closed. A thread starts when there is a job for it, up to the number of positions in progress.
 *
 * Searches share only the evaluator, whose answers depend on the request alone. So the answer to a
 * query does not depend on others as long as one thread searches each position. */
#ifndef GTP_JSON_ANALYSIS_THREADS_H
#define GTP_JSON_ANALYSIS_THREADS_H

#include <pthread.h>

#include "engine/eval/shared_evaluator.h"
#include "gtp/json/output.h"
#include "gtp/json/queue.h"

/* What they share. Constant except for members with their own lock. */
typedef struct {
    Queue *queue;
    Output *output;
    const Settings *settings;
    Network *network;        /* NULL: playouts */
    SharedEvaluator *shared; /* of that network, or NULL */
    Network *human;          /* NULL: none */
} AnalysisContext;

/* Writes the object as a line and frees it. context: an AnalysisContext. */
void analysis_context_write(void *context, json_t *object);

/* What a thread keeps from job to job. It belongs to one thread at a time. */
typedef struct AnalysisThread AnalysisThread;

AnalysisThread *analysis_thread_new(const AnalysisContext *context);
void analysis_thread_free(AnalysisThread *thread);

/* Does and frees a job that was taken. */
void analysis_thread_run(AnalysisThread *thread, QueryJob *job);

/* All zeros but for the context, which must outlive them: no threads. */
typedef struct {
    AnalysisContext *context;
    pthread_t *threads;
    int count;
} AnalysisThreads;

/* Starts up to this many threads, within the limit of the settings. */
void analysis_threads_add(AnalysisThreads *threads, int more);

/* Waits until all threads have ended, once the queue is closed. */
void analysis_threads_join(AnalysisThreads *threads);

#endif
