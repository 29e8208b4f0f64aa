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

/* Proves that the targets of a capture goal in a closed region live in seki, but not with two eyes,
 * if mover moves first, whichever side wins kos: after the line they can neither be captured nor
 * make two eyes, whoever moves first, and some of the opponent's stones in the region, which are
 * not alive as they stand, cannot be captured either. Returns false if that is not proved. */
bool seki_prove(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                GoalLimits limits, Seki *seki);

/* Proves that one of the targets makes two eyes if mover moves first, whichever side wins kos. */
bool life_prove(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                GoalLimits limits);

#endif
