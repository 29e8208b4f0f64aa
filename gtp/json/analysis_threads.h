/* The threads that analyse: each takes a job, searches its position and answers, until the queue is
 * closed. A thread is started when there is a job for it, up to the number of positions in
 * progress.
 *
 * Searches share nothing but the evaluator, whose answers depend on the request alone, so the
 * answer to a query does not depend on others as long as each position is searched by one thread.
 */
#ifndef GTP_JSON_ANALYSIS_THREADS_H
#define GTP_JSON_ANALYSIS_THREADS_H

#include "engine/eval/playout_evaluator.h"
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
    const Evaluator *playouts;
    bool is_silent; /* tells no errors and echoes no actions: another session does */
} AnalysisContext;

/* Writes the object as a line, unless the session is silent, and frees it. */
void analysis_context_tell(const AnalysisContext *plan, json_t *object);

typedef struct AnalysisThreads AnalysisThreads;

/* The plan must outlive them. Returns NULL if out of memory. */
AnalysisThreads *analysis_threads_new(const AnalysisContext *plan);

/* Starts threads for more jobs, as far as the settings allow. */
void analysis_threads_add(AnalysisThreads *threads, int more);

/* Waits until all threads have ended, once the queue is closed. */
void analysis_threads_free(AnalysisThreads *threads);

#endif
