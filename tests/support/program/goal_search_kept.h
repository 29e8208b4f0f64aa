/* A goal search for a test. */
#ifndef TESTS_SUPPORT_PROGRAM_GOAL_SEARCH_KEPT_H
#define TESTS_SUPPORT_PROGRAM_GOAL_SEARCH_KEPT_H

#include "engine/solve/goal/search/goal_search.h"
#include "tests/support/program/cleanup.h"

/* Freed when the test ends. */
GoalSearch *goal_search_kept(int megabytes);

#endif
