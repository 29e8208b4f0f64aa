/* A goal search for a test. */
#ifndef TESTS_SUPPORT_PROGRAM_GOAL_SEARCH_KEPT_H
#define TESTS_SUPPORT_PROGRAM_GOAL_SEARCH_KEPT_H

#include "engine/solve/goal/search/goal_search.h"
#include "tests/support/program/cleanup.h"

static inline void goal_search_release(void *search) {
    goal_search_free(search);
}

/* Freed when the test ends. */
static inline GoalSearch *goal_search_kept(int megabytes) {
    GoalSearch *search = goal_search_new(megabytes);
    cr_assert_not_null(search);
    cleanup_add(search, goal_search_release);
    return search;
}

#endif
