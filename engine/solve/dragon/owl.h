/* The questions of GNU Go's "owl" commands, can a dragon be killed, can it live, and of connect and
 * disconnect.
 *
 * A dragon is killed when all its chains are captured; stones that are added later do not count. In
 * a closed region the answers are proved; in an open one a dragon that gets out of it counts as
 * alive. Points must be stones where a dragon is named, and empty and legal where a move is. */
#ifndef ENGINE_SOLVE_DRAGON_OWL_H
#define ENGINE_SOLVE_DRAGON_OWL_H

#include "engine/solve/dragon/dragon.h"
#include "engine/solve/dragon/local_question.h"

/* Can the opponent of the dragon at p kill it, or its owner save it, moving first? */
LocalAnswer owl_attack(GoalSearch *search, const Board *board, Point p, GoalLimits limits);
LocalAnswer owl_defend(GoalSearch *search, const Board *board, Point p, GoalLimits limits);

/* Does this move of the opponent kill the dragon at p, or this move of its owner save it? */
GoalCode owl_does_attack(GoalSearch *search, const Board *board, Point move, Point p,
                         GoalLimits limits);
GoalCode owl_does_defend(GoalSearch *search, const Board *board, Point move, Point p,
                         GoalLimits limits);

typedef enum { DRAGON_ALIVE, DRAGON_DEAD, DRAGON_CRITICAL } DragonStatus;

/* attack and defense: the moves of a critical dragon. */
DragonStatus owl_status(GoalSearch *search, const Board *board, Point p, GoalLimits limits,
                        Point *attack, Point *defense);

/* Can the owner of the chains at a and b, of one color, make them one chain, moving first? Can the
 * opponent prevent that, moving first? */
LocalAnswer connection_connect(GoalSearch *search, const Board *board, Point a, Point b,
                               GoalLimits limits);
LocalAnswer connection_cut(GoalSearch *search, const Board *board, Point a, Point b,
                           GoalLimits limits);

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
