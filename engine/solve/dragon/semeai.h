/* Races between two dragons of opposite colors: GNU Go's analyze_semeai. */
#ifndef ENGINE_SOLVE_DRAGON_SEMEAI_H
#define ENGINE_SOLVE_DRAGON_SEMEAI_H

#include "engine/solve/dragon/dragon.h"
#include "engine/solve/dragon/local_question.h"

typedef struct {
    GoalCode defense; /* of the first dragon */
    GoalCode attack;  /* on the second */
    Point move;       /* the best for the first dragon's owner, or POINT_PASS */
} SemeaiAnswer;

/* mover moves first; the codes are those of the owner of `first` in any case. 1 1: the second
 * dragon falls. 1 0: both live, or seki. 0 0: the first falls. A dragon without chains on the board
 * has fallen. */
SemeaiAnswer semeai_analyze(GoalSearch *search, const Board *board, const Dragon *first,
                            const Dragon *second, Color mover, GoalLimits limits);

#endif
