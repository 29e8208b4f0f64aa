/* What makes the search of a race between two dragons shorter: liberties that are worth the same
 * are filled in one order, and who captures the other dragon first has won. An answer with it is an
 * estimate. */
#ifndef ENGINE_SOLVE_DRAGON_RACE_H
#define ENGINE_SOLVE_DRAGON_RACE_H

#include "engine/solve/dragon/dragon.h"
#include "engine/solve/goal/search/goal_search.h"

typedef struct {
    Dragon other;              /* the opponent of the targets */
    int sizes[CELL_COUNT_MAX]; /* of its chains, in stones */
    GoalShortcuts shortcuts;
} Race;

/* Makes race->shortcuts fit for the goal of capturing a dragon that races against `other`. The race
 * must stay where it is while they are used. */
void race_begin(const Board *board, const Dragon *other, Race *race);

/* An outside liberty of the targets that the opponent may fill at once, or POINT_NONE. */
Point race_find_outside(const Goal *goal, const Board *board);

#endif
