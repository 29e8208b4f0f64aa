/* Races of two dragons, as GNU Go's analyze_semeai asks for them. */
#ifndef ENGINE_SOLVE_DRAGON_SEMEAI_H
#define ENGINE_SOLVE_DRAGON_SEMEAI_H

#include "engine/solve/dragon/dragon.h"
#include "engine/solve/dragon/question.h"

typedef struct {
    GoalCode defense; /* of the first dragon */
    GoalCode attack;  /* on the second */
    Point move;       /* the best for the first dragon's owner, or POINT_PASS */
} SemeaiAnswer;

/* The owner of `first` moves first. 1 1: the second dragon falls. 1 0: both live, or seki. 0 0: the
 * first falls, even if it captures stones in its eye. A dragon without chains on the board has
 * fallen. */
SemeaiAnswer semeai_analyze(GoalSearch *search, const Board *board, const Dragon *first,
                            const Dragon *second, GoalLimits limits);

#endif
