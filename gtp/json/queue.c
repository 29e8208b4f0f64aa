#include "gtp/json/queue.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

typedef struct {
    QueryJob **items;
    int count;
} QueryJobs;

struct Queue {
    pthread_mutex_t mutex;
    pthread_cond_t added;       /* or closed */
    QueryJobs waiting, running; /* in order */
    int idle;                   /* threads that wait for a job */
    bool is_closed;
};

Queue *queue_new(void) {
    Queue *queue = calloc(1, sizeof *queue);
    if (queue != NULL) {
        pthread_mutex_init(&queue->mutex, NULL);
        pthread_cond_init(&queue->added, NULL);
    }
    return queue;
}

static void free_job(QueryJob *job) {
    if (atomic_fetch_sub(&job->query->jobs, 1) == 1) {
        query_free(job->query);
    }
    free(job);
}

void queue_drop(QueryJob **jobs, int count) {
    for (int i = 0; i < count; i++) {
        free_job(jobs[i]);
    }
    free(jobs);
}

void queue_free(Queue *queue) {
    queue_drop(queue->waiting.items, queue->waiting.count);
    free(queue->running.items);
    pthread_cond_destroy(&queue->added);
    pthread_mutex_destroy(&queue->mutex);
    free(queue);
}

static void insert(QueryJobs *jobs, int at, QueryJob *job) {
    jobs->items = memory_grow(jobs->items, (size_t)jobs->count, sizeof(QueryJob *));
    memmove(&jobs->items[at + 1], &jobs->items[at], (size_t)(jobs->count - at) * sizeof job);
    jobs->items[at] = job;
    jobs->count++;
}

static QueryJob *take(QueryJobs *jobs, int at) {
    QueryJob *job = jobs->items[at];
    jobs->count--;
    memmove(&jobs->items[at], &jobs->items[at + 1], (size_t)(jobs->count - at) * sizeof job);
    return job;
}

/* ---- Adding and taking ---- */

int queue_add(Queue *queue, Query *query, const QueryTurn *turns, int count) {
    atomic_store(&query->jobs, count);
    pthread_mutex_lock(&queue->mutex);
    for (int i = 0; i < count; i++) {
        QueryJob *job = memory_new(1, sizeof *job);
        job->query = query;
        job->turn = turns[i].turn;
        job->priority = turns[i].priority;
        int at = queue->waiting.count; /* behind those of its priority: they came before */
        while (at > 0 && job->priority > queue->waiting.items[at - 1]->priority) {
            at--;
        }
        insert(&queue->waiting, at, job);
    }
    const int more = queue->waiting.count - queue->idle;
    pthread_cond_broadcast(&queue->added);
    pthread_mutex_unlock(&queue->mutex);
    return more > 0 ? more : 0;
}

QueryJob *queue_take(Queue *queue, bool waits) {
    QueryJob *job = NULL;
    pthread_mutex_lock(&queue->mutex);
    while (waits && queue->waiting.count == 0 && !queue->is_closed) {
        queue->idle++;
        pthread_cond_wait(&queue->added, &queue->mutex);
        queue->idle--;
    }
    if (queue->waiting.count > 0) {
        job = take(&queue->waiting, 0);
        insert(&queue->running, queue->running.count, job);
    }
    pthread_mutex_unlock(&queue->mutex);
    return job;
}

int queue_running(Queue *queue) {
    pthread_mutex_lock(&queue->mutex);
    const int count = queue->running.count;
    pthread_mutex_unlock(&queue->mutex);
    return count;
}

void queue_finish(Queue *queue, QueryJob *job) {
    pthread_mutex_lock(&queue->mutex);
    int at = 0;
    while (queue->running.items[at] != job) {
        at++;
    }
    take(&queue->running, at);
    pthread_mutex_unlock(&queue->mutex);
    free_job(job);
}

/* ---- Ending ---- */

static bool is_chosen(const QueueChoice *choice, const QueryJob *job) {
    bool has_turn = choice->turns == NULL;
    for (int i = 0; !has_turn && i < choice->turn_count; i++) {
        has_turn = choice->turns[i] == job->turn;
    }
    return has_turn && (choice->id == NULL || strcmp(choice->id, job->query->id) == 0);
}

QueryJob **queue_terminate(Queue *queue, const QueueChoice *choice, int *count) {
    QueryJobs *waiting = &queue->waiting, removed = {0};
    int kept = 0;
    pthread_mutex_lock(&queue->mutex);
    for (int i = 0; i < queue->running.count; i++) {
        QueryJob *job = queue->running.items[i];
        if (is_chosen(choice, job)) {
            atomic_store_explicit(&job->cancel, true, memory_order_relaxed);
        }
    }
    for (int i = 0; i < waiting->count; i++) {
        QueryJob *job = waiting->items[i];
        if (is_chosen(choice, job)) {
            insert(&removed, removed.count, job);
        } else {
            waiting->items[kept++] = job;
        }
    }
    waiting->count = kept;
    pthread_mutex_unlock(&queue->mutex);
    *count = removed.count;
    return removed.items;
}

void queue_close(Queue *queue, bool drops) {
    const QueueChoice all = {0};
    int count;
    pthread_mutex_lock(&queue->mutex);
    queue->is_closed = true;
    pthread_cond_broadcast(&queue->added);
    pthread_mutex_unlock(&queue->mutex);
    if (drops) {
        QueryJob **jobs = queue_terminate(queue, &all, &count);
        queue_drop(jobs, count);
    }
}
