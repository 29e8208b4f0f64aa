/* Unconditional life on bits: the points that a color keeps whatever the opponent does (Benson,
 * "Life in the game of Go", 1976, in the form that holds where suicide is legal: a region is vital
 * to a chain if *every* point of it is next to the chain). Regions whose points are all next to
 * such chains count, too: so it depends on the color's own stones alone. README.md has the reasons.
 */
#ifndef ENGINE_SOLVE_LIFE_H
#define ENGINE_SOLVE_LIFE_H

#include "engine/solve/bitboard.h"

/* The points that count for the owner of the stones, or 0 if they are surely fewer than least. */
Bits life_find(const BitboardShape *shape, Bits stones, int least);

/* Those of the stones that are alive: A. */
Bits life_find_stones(const BitboardShape *shape, Bits stones);

#endif
