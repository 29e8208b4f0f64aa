/* Best play after the bounds of a solver have met, by the bounds of its table.
 *
 * Under simple ko a bound of a win holds the distance to the end. The winner goes the shortest way,
 * and the loser, once it has nothing left to keep, the longest, so that the line ends. A side whose
 * points are safe by unconditional life takes the opponent's dead stones off, and passes. */
#ifndef ENGINE_SOLVE_LINE_H
#define ENGINE_SOLVE_LINE_H

#include "engine/solve/solver.h"

/* Finds a line of best play after the first move, as far as short searches find what the table has
 * lost. Writes up to most moves (spots or BITBOARD_PASS). Returns their number: 0 if the bounds
 * have not met or memory runs out. */
int line_find(Solver *solver, int *moves, int most);

/* Under simple ko: the move, of these, to the position with the shortest win by the table's bounds
 * for the mover, which the question gives a goal that no draw reaches; or BITBOARD_NONE. */
int line_find_shortest(SolverQuery *query, const Bitboard *bitboard, MoveSet moves);

#endif
