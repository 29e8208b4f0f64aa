/* Connections, cuts and invasions: GNU Go's connect, disconnect, break_in and block_off. */
#ifndef ENGINE_SOLVE_DRAGON_CONNECTION_H
#define ENGINE_SOLVE_DRAGON_CONNECTION_H

#include "engine/solve/dragon/local_question.h"

/* Can the owner of the chains at a and b, of one color, make them one chain, moving first? Can the
 * opponent prevent that, moving first? */
LocalAnswer connection_connect(GoalSearch *search, const Board *board, Point a, Point b,
                               GoalLimits limits);
LocalAnswer connection_cut(GoalSearch *search, const Board *board, Point a, Point b,
                           GoalLimits limits);

/* Can the owner of the chain at p join it to a stone on the area, moving first? Can the opponent
 * prevent that, moving first? The area must not be empty. */
LocalAnswer connection_break_in(GoalSearch *search, const Board *board, Point p, const Zone *area,
                                GoalLimits limits);
LocalAnswer connection_block_off(GoalSearch *search, const Board *board, Point p, const Zone *area,
                                 GoalLimits limits);

#endif
