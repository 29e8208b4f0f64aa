#include "tests/support/program/goal_search_kept.h"

static void release(void *search) {
    goal_search_free(search);
}

GoalSearch *goal_search_kept(int megabytes) {
    GoalSearch *search = goal_search_new(megabytes);
    cr_assert_not_null(search);
    cleanup_add(search, release);
    return search;
}
