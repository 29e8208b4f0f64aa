/* Races between two dragons of opposite colors: GNU Go's analyze_semeai. */
#ifndef ENGINE_SOLVE_DRAGON_SEMEAI_H
#define ENGINE_SOLVE_DRAGON_SEMEAI_H

#include "engine/solve/dragon/dragon.h"
#include "engine/solve/dragon/local_question.h"

typedef struct {
    GoalCode defence; /* of the first dragon */
    GoalCode attack;  /* on the second */
    Point move;       /* the best for the first dragon's owner, or POINT_PASS */
} SemeaiAnswer;

/* The owner of `first` moves first. 1 1: the second dragon falls. 1 0: both live, or seki. 0 0: the
 * first falls. */
SemeaiAnswer semeai_analyze(GoalSearch *search, const Board *board, const Dragon *first,
                            const Dragon *second, GoalLimits limits);

/* The other side moves first. The codes are those of the first dragon's owner all the same. */
SemeaiAnswer semeai_analyze_second(GoalSearch *search, const Board *board, const Dragon *first,
                                   const Dragon *second, GoalLimits limits);

#endif
