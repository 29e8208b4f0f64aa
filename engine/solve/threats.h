/* Threats: moves by which a color would reach its goal by unconditional life, so that the opponent
 * must answer. */
#ifndef ENGINE_SOLVE_THREATS_H
#define ENGINE_SOLVE_THREATS_H

#include "engine/solve/solver_query.h"

/* The empty points where a stone of the side that does not move at the end of the path would secure
 * its goal, legal or not. Keeps them for the next ply. */
Bits threats_find(SolverQuery *query);

/* What was found for the mover at the ply before, unless its stones have changed since; or NULL. */
const KnownThreats *threats_known(const SolverQuery *query);

/* May the color carry out one of its threats on these stones, if it moves next and no ko is
 * banned? The threats are those of a board on which it has the same stones. */
bool threats_remain(const SolverQuery *query, int color, const Bits stones[2], Bits threats);

#endif
