/* Unconditional life on bits: the points that a color keeps whatever the opponent does. (The
 * solver asks at every node; engine/go/board/benson.c is for boards of any size.)
 *
 * The color's chains are dropped until each has two vital regions. A region is a maximal connected
 * set of points without a stone of a chain not dropped; it is vital to a chain if *every* point of
 * it is next to the chain, the opponent's stones included (Benson, "Life in the game of Go", 1976,
 * in the form that holds where suicide is legal). What remains is A. It counts together with every
 * region whose points are all next to A. So the answer depends on the color's own stones alone.
 * README.md shows that the color also removes all of the opponent's stones there, under any ko
 * rule. */
#ifndef ENGINE_SOLVE_LIFE_H
#define ENGINE_SOLVE_LIFE_H

#include "engine/solve/bitboard.h"

/* The points that count for the owner of the stones, or 0 if they are surely fewer than least. */
Bits life_find(const BitboardShape *shape, Bits stones, int least);

/* Those of the stones that are alive: A. */
Bits life_find_stones(const BitboardShape *shape, Bits stones);

#endif
