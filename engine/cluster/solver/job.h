/* The tasks that a rank has at hand: leaf jobs that wait, the one under way, and upper nodes whose
 * branches are being searched. They are found by origin, upper nodes also by number. Of those that
 * wait, the next is the one that a search by one thread would come to first. */
#ifndef ENGINE_CLUSTER_SOLVER_JOB_H
#define ENGINE_CLUSTER_SOLVER_JOB_H

#include "engine/cluster/solver/message.h"
#include "engine/solve/move_list.h"

/* A move of an upper node. */
typedef struct {
    Child child;
    int rank; /* where its task is; -1: not asked for, or done */
} Branch;

enum { BRANCH_NOWHERE = -1 };

enum { JOB_BY_ORIGIN, JOB_BY_NUMBER, JOB_INDEXES, JOB_BUCKETS = 1 << 12 };

typedef struct SolverJob {
    Task task;
    uint8_t *path;                 /* the task's arrays */
    bool is_waiting, is_cancelled; /* cancelled: while it is running */
    struct SolverJob *next[JOB_INDEXES];
    size_t heap_place; /* while it waits */
    /* Of an upper node. */
    uint64_t number; /* counted from 1; 0: not an upper node */
    int mover;
    Branch *branches;
    int count, asked, done;
    SolverResult all; /* of the branches that are done */
    SearchEnd end;
    uint64_t nodes;
} SolverJob;

typedef struct {
    SolverJob *buckets[JOB_INDEXES][JOB_BUCKETS];
    SolverJob **heap; /* those that wait: a heap, the next one first */
    size_t waiting, numbers;
} SolverJobs;

void jobs_free(SolverJobs *jobs);

/* The job has a copy of the task. */
SolverJob *jobs_add(SolverJobs *jobs, const Task *task);
void jobs_remove(SolverJobs *jobs, SolverJob *job);

SolverJob *jobs_find_origin(const SolverJobs *jobs, const Origin *origin);
SolverJob *jobs_find_number(const SolverJobs *jobs, uint64_t number);

/* Queues a job; takes the next one out of the queue, or returns NULL if that is empty. */
void jobs_push(SolverJobs *jobs, SolverJob *job);
SolverJob *jobs_pop(SolverJobs *jobs);

/* Makes an upper node of the job, with room for that many branches, and gives it a number. */
void jobs_expand(SolverJobs *jobs, SolverJob *job, int branches);

/* Removes all jobs but one, which may be NULL. */
void jobs_clear(SolverJobs *jobs, const SolverJob *keep);

#endif
