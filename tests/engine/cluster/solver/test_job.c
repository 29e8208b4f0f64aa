/* Jobs are found by origin and number, and come in the order of a search by one thread. */
#include "engine/base/rng.h"
#include "engine/cluster/solver/job.h"

#include <criterion/criterion.h>
#include <string.h>

static Task task_of(int place, const uint8_t *places, int length) {
    return (Task){.origin = {1, 5, place}, .length = length, .moves = places, .places = places};
}

static int compare(const uint8_t *a, const uint8_t *b) {
    return memcmp(a, b, 3);
}

Test(job, comes_in_the_order_of_one_thread) {
    enum { COUNT = 60 };
    static SolverJobs jobs;
    Rng rng = rng_new(3);
    uint8_t places[COUNT][3];
    for (int i = 0; i < COUNT; i++) {
        for (int j = 0; j < 3; j++) {
            places[i][j] = (uint8_t)rng_below(&rng, 5);
        }
        const Task task = task_of(i, places[i], 3);
        jobs_push(&jobs, jobs_add(&jobs, &task));
    }
    for (int i = 0; i < COUNT; i += 3) { /* some leave before it is their turn */
        SolverJob *job = jobs_find_origin(&jobs, &(Origin){1, 5, i});
        cr_assert(job != NULL && job->task.origin.place == i);
        jobs_remove(&jobs, job);
        cr_assert_null(jobs_find_origin(&jobs, &(Origin){1, 5, i}));
    }
    uint8_t last[3] = {0};
    for (int left = COUNT - COUNT / 3; left > 0; left--) {
        SolverJob *job = jobs_pop(&jobs);
        cr_assert_not_null(job);
        cr_assert(compare(last, job->task.places) <= 0);
        memcpy(last, job->task.places, 3);
        jobs_remove(&jobs, job);
    }
    cr_assert_null(jobs_pop(&jobs));
    jobs_free(&jobs);
}

Test(job, has_a_number_as_an_upper_node) {
    static SolverJobs jobs;
    const uint8_t places[1] = {0};
    const Task first = task_of(1, places, 1), second = task_of(2, places, 1);
    SolverJob *a = jobs_add(&jobs, &first), *b = jobs_add(&jobs, &second);
    jobs_expand(&jobs, a, 3);
    jobs_expand(&jobs, b, 4);
    const uint64_t number = a->number;
    cr_assert_neq(a->number, b->number);
    cr_assert_eq(jobs_find_number(&jobs, number), a);
    jobs_remove(&jobs, a);
    cr_assert_null(jobs_find_number(&jobs, number));
    jobs_clear(&jobs, b);
    cr_assert_eq(jobs_find_number(&jobs, b->number), b);
    jobs_free(&jobs);
}
