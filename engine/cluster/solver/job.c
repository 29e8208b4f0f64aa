#include "engine/cluster/solver/job.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

static size_t origin_bucket(const Origin *origin) {
    const uint64_t word =
        origin->node ^ (uint64_t)origin->rank << 32 ^ (uint64_t)origin->place << 48;
    return (hash_mix(word) >> 32) % JOB_BUCKETS;
}

static size_t number_bucket(uint64_t number) {
    return number % JOB_BUCKETS;
}

static void enter_bucket(SolverJobs *jobs, SolverJob *job, int index, size_t bucket) {
    job->next[index] = jobs->buckets[index][bucket];
    jobs->buckets[index][bucket] = job;
}

static void leave_bucket(SolverJobs *jobs, const SolverJob *job, int index, size_t bucket) {
    SolverJob **place = &jobs->buckets[index][bucket];
    while (*place != job) {
        place = &(*place)->next[index];
    }
    *place = job->next[index];
}

SolverJob *jobs_add(SolverJobs *jobs, const Task *task) {
    SolverJob *job = memory_new(1, sizeof *job);
    const size_t length = (size_t)task->length;
    job->task = *task;
    job->path = memory_new(2 * length + 1, 1);
    if (length > 0) {
        memcpy(job->path, task->moves, length);
        memcpy(job->path + length, task->places, length);
    }
    job->task.moves = job->path;
    job->task.places = job->path + length;
    enter_bucket(jobs, job, JOB_BY_ORIGIN, origin_bucket(&task->origin));
    return job;
}

static bool is_origin(const Origin *a, const Origin *b) {
    return a->rank == b->rank && a->node == b->node && a->place == b->place;
}

SolverJob *jobs_find_origin(const SolverJobs *jobs, const Origin *origin) {
    SolverJob *job = jobs->buckets[JOB_BY_ORIGIN][origin_bucket(origin)];
    while (job != NULL && !is_origin(&job->task.origin, origin)) {
        job = job->next[JOB_BY_ORIGIN];
    }
    return job;
}

SolverJob *jobs_find_number(const SolverJobs *jobs, uint64_t number) {
    SolverJob *job = jobs->buckets[JOB_BY_NUMBER][number_bucket(number)];
    while (job != NULL && job->number != number) {
        job = job->next[JOB_BY_NUMBER];
    }
    return job;
}

/* ---- Those that wait ---- */

/* Does a search by one thread come to a before b? */
static bool is_earlier(const SolverJob *a, const SolverJob *b) {
    const int shorter = a->task.length < b->task.length ? a->task.length : b->task.length;
    const int order = memcmp(a->task.places, b->task.places, (size_t)shorter);
    return order != 0 ? order < 0 : a->task.length < b->task.length;
}

static void put(SolverJobs *jobs, size_t place, SolverJob *job) {
    jobs->heap[place] = job;
    job->heap_place = place;
}

static void rise(SolverJobs *jobs, size_t place, SolverJob *job) {
    while (place > 0 && is_earlier(job, jobs->heap[(place - 1) / 2])) {
        put(jobs, place, jobs->heap[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    put(jobs, place, job);
}

static void sink(SolverJobs *jobs, size_t place, SolverJob *job) {
    size_t below = 2 * place + 1;
    while (below < jobs->waiting) {
        below += below + 1 < jobs->waiting && is_earlier(jobs->heap[below + 1], jobs->heap[below]);
        if (!is_earlier(jobs->heap[below], job)) {
            break;
        }
        put(jobs, place, jobs->heap[below]);
        place = below;
        below = 2 * place + 1;
    }
    put(jobs, place, job);
}

void jobs_push(SolverJobs *jobs, SolverJob *job) {
    jobs->heap = memory_grow(jobs->heap, jobs->waiting, sizeof(SolverJob *));
    job->is_waiting = true;
    rise(jobs, jobs->waiting++, job);
}

static void leave_heap(SolverJobs *jobs, const SolverJob *job) {
    const size_t place = job->heap_place;
    SolverJob *last = jobs->heap[--jobs->waiting];
    if (last != job) {
        sink(jobs, place, last);
        rise(jobs, last->heap_place, last);
    }
}

SolverJob *jobs_pop(SolverJobs *jobs) {
    if (jobs->waiting == 0) {
        return NULL;
    }
    SolverJob *job = jobs->heap[0];
    leave_heap(jobs, job);
    job->is_waiting = false;
    return job;
}

/* ---- Upper nodes ---- */

void jobs_expand(SolverJobs *jobs, SolverJob *job, int branches) {
    job->number = ++jobs->numbers;
    job->count = branches;
    job->branches = memory_new((size_t)branches, sizeof *job->branches);
    enter_bucket(jobs, job, JOB_BY_NUMBER, number_bucket(job->number));
}

/* ---- The end of a job ---- */

void jobs_remove(SolverJobs *jobs, SolverJob *job) {
    if (job->is_waiting) {
        leave_heap(jobs, job);
    }
    if (job->number != 0) {
        leave_bucket(jobs, job, JOB_BY_NUMBER, number_bucket(job->number));
    }
    leave_bucket(jobs, job, JOB_BY_ORIGIN, origin_bucket(&job->task.origin));
    free(job->branches);
    free(job->path);
    free(job);
}

void jobs_clear(SolverJobs *jobs, const SolverJob *keep) {
    for (size_t i = 0; i < JOB_BUCKETS; i++) {
        for (SolverJob *job = jobs->buckets[JOB_BY_ORIGIN][i], *next; job != NULL; job = next) {
            next = job->next[JOB_BY_ORIGIN];
            if (job != keep) {
                jobs_remove(jobs, job);
            }
        }
    }
}

void jobs_free(SolverJobs *jobs) {
    jobs_clear(jobs, NULL);
    free(jobs->heap);
    *jobs = (SolverJobs){0};
}
