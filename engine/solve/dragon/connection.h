/* Connections and cuts: GNU Go's connect and disconnect. */
#ifndef ENGINE_SOLVE_DRAGON_CONNECTION_H
#define ENGINE_SOLVE_DRAGON_CONNECTION_H

#include "engine/solve/dragon/local_question.h"

/* Can the owner of the chains at a and b, of one color, make them one chain, moving first? Can the
 * opponent prevent that, moving first? */
LocalAnswer connection_connect(GoalSearch *search, const Board *board, Point a, Point b,
                               GoalLimits limits);
LocalAnswer connection_cut(GoalSearch *search, const Board *board, Point a, Point b,
                           GoalLimits limits);

#endif
