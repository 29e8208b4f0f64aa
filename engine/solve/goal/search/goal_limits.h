/* How far a goal search goes, and what its caller lends it. */
#ifndef ENGINE_SOLVE_GOAL_SEARCH_GOAL_LIMITS_H
#define ENGINE_SOLVE_GOAL_SEARCH_GOAL_LIMITS_H

#include "engine/base/deadline.h"
#include "engine/solve/goal/goal_judge.h"
#include "engine/solve/goal/goal_moves.h"
#include "engine/solve/goal/search/local_evaluator.h"

/* What a caller knows about its question, to make a search shorter. The outcome is not proved,
 * and the search is made on the board. */
typedef struct {
    const void *context;
    /* What the position amounts to, if goal_judge leaves it open. */
    GoalOutcome (*judge)(const void *context, const Goal *goal, const Board *board, Color mover,
                         uint32_t captured);
    /* Adds moves to those that come to mind. */
    void (*add_moves)(const void *context, const Goal *goal, const Board *board, Color mover,
                      GoalMoveList *list);
    /* Is the move no better than another, or none at all? */
    bool (*skips)(const void *context, const Goal *goal, const Board *board, Color mover, Point p);
} GoalShortcuts;

typedef struct {
    int64_t nodes;            /* positions to search */
    const Deadline *deadline; /* NULL: none */
    bool trusting; /* ends lines of GOAL_CONNECT by link_judge: the outcome is not proved */
    const GoalShortcuts *shortcuts; /* NULL: none */
    /* To measure what they are worth: */
    bool without_zones;    /* tries all moves, on the board */
    bool without_ordering; /* takes all moves for equally likely to help */

    /* For estimates of what is not proved (engine/solve/dragon/estimate.h). */
    const LocalEvaluator *evaluator; /* NULL: none */
    int evaluations;                 /* for each question */
} GoalLimits;

#endif
