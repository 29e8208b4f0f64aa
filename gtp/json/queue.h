/* Jobs: the turns of queries that wait or run, in the order in which to analyse them: the highest
 * priority first, then by arrival, then by turn.
 *
 * Any thread may call. A mutex guards the order; a running job has its own flag, which its
 * search reads, that ends it. */
#ifndef GTP_JSON_QUEUE_H
#define GTP_JSON_QUEUE_H

#include "gtp/json/query/query.h"

typedef struct {
    Query *query;
    int64_t priority;
    int32_t turn;
    _Atomic bool cancel;
} QueryJob;

typedef struct Queue Queue;

/* Returns NULL if out of memory. */
Queue *queue_new(void);
void queue_free(Queue *queue);

/* Adds a job for each turn of a query, which they own. Returns the number of waiting jobs beyond
 * the number of idle threads. */
int queue_add(Queue *queue, Query *query, const QueryTurn *turns, int count);

/* Takes the first job, or returns NULL. If the queue is empty and waits is set, blocks until a job
 * arrives or the queue is closed. */
QueryJob *queue_take(Queue *queue, bool waits);

/* The number of running jobs, the caller's own included. */
int queue_running(Queue *queue);

/* Frees a job that was taken. */
void queue_finish(Queue *queue, QueryJob *job);

/* No more jobs will come. drops: waiting jobs are dropped, and running ones end. */
void queue_close(Queue *queue, bool drops);

/* Which jobs to end. */
typedef struct {
    const char *id;       /* as Query.id; NULL: those of any query */
    const int64_t *turns; /* NULL: of any turn */
    int turn_count;
} QueueChoice;

/* Ends running jobs and removes waiting ones. Returns a list of the latter, which the caller gives
 * back to queue_drop, and sets *count. */
QueryJob **queue_terminate(Queue *queue, const QueueChoice *choice, int *count);

/* Frees jobs that were removed, and their list. */
void queue_drop(QueryJob **jobs, int count);

#endif
