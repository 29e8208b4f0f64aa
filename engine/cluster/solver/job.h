/* The tasks that a rank has at hand: leaf jobs that wait, the one under way, and upper nodes whose
 * branches are being searched. They are found by their origin, upper nodes also by their number;
 * of those that wait, the one that a search by one thread would come to first is the next.
 *
 * Jobs belong to one thread. */
#ifndef ENGINE_CLUSTER_SOLVER_JOB_H
#define ENGINE_CLUSTER_SOLVER_JOB_H

#include "engine/cluster/solver/message.h"
#include "engine/solve/move_list.h"

typedef enum { JOB_NEW, JOB_WAITING, JOB_RUNNING, JOB_EXPANDED } JobState;

/* A move of an upper node. */
typedef struct {
    Child child;
    int rank; /* where its task is; -1: not asked for, or done */
} Branch;

enum { BRANCH_NOWHERE = -1 };

typedef struct SolverJob {
    Task task;
    uint8_t *path; /* the task's arrays */
    JobState state;
    bool is_cancelled; /* while it is running */
    struct SolverJob *next_by_origin, *next_by_number;
    size_t heap_place;
    /* Of an upper node. */
    uint64_t number; /* counted from 1; 0: not an upper node */
    int mover;
    Branch *branches;
    int count, asked, done;
    SolverResult all; /* of the branches that are done */
    SearchEnd end;
    uint64_t nodes;
} SolverJob;

enum { JOB_BUCKETS = 1 << 12 };

typedef struct {
    SolverJob *by_origin[JOB_BUCKETS], *by_number[JOB_BUCKETS];
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
