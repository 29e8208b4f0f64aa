/* Proves sekis: stones that are not captured although they get no two eyes, beside stones of the
 * opponent that are not captured either. Pure functions but for the search. */
#ifndef ENGINE_SOLVE_PROBLEM_SEKI_H
#define ENGINE_SOLVE_PROBLEM_SEKI_H

#include "engine/solve/goal/search/goal_search.h"

enum { SEKI_LINE_MAX = 12 };

typedef struct {
    Point line[SEKI_LINE_MAX]; /* moves that lead to the seki, the first of mover's */
    int line_count;
} Seki;

/* Is it proved that the targets of a goal of capture in a closed region live in seki, and no
 * better, when mover moves first, whoever wins kos? After the line they are not captured and get
 * no two eyes whoever moves first, and stones of the opponent in the region are not captured, which
 * do not live either. */
bool seki_prove(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                GoalLimits limits, Seki *seki);

/* Is it proved that one of the targets gets two eyes when mover moves first, whoever wins kos? */
bool life_prove(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                GoalLimits limits);

#endif
