/* Connections: are two chains one, or can they be cut apart? */
#ifndef ENGINE_SOLVE_DRAGON_CONNECTION_H
#define ENGINE_SOLVE_DRAGON_CONNECTION_H

#include "engine/solve/dragon/question.h"

/* Can mover, moving first, make the chains at a and b, of one color, one chain or, as the opponent
 * of their owner, prevent that? A connection that the goal search finds over one of the shortest
 * ways counts; anything else is estimated. */
Answer connection_ask(GoalSearch *search, const Board *board, Point a, Point b, Color mover,
                      GoalLimits limits);

#endif
