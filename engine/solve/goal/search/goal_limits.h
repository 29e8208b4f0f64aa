/* How far a goal search goes, and what its caller lends it. */
#ifndef ENGINE_SOLVE_GOAL_SEARCH_GOAL_LIMITS_H
#define ENGINE_SOLVE_GOAL_SEARCH_GOAL_LIMITS_H

#include "engine/base/deadline.h"
#include "engine/solve/goal/search/local_evaluator.h"

typedef struct {
    int64_t nodes;            /* positions to search */
    const Deadline *deadline; /* NULL: none */
    bool trusting; /* ends lines of GOAL_CONNECT by bit_link_judge: the outcome is not proved */

    /* For estimates of what is not proved (engine/solve/dragon/local_search.h). */
    const LocalEvaluator *evaluator; /* NULL: none */
    int evaluations;                 /* for each question */
} GoalLimits;

#endif
