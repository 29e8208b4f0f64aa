/* Where `dihedra bench collisions` gets its positions. Seeds are fixed, so they are the same every
 * time. The program ends if memory runs out. */
#ifndef ENGINE_LAB_BENCH_COLLISIONS_GATHER_H
#define ENGINE_LAB_BENCH_COLLISIONS_GATHER_H

#include "engine/lab/bench/collisions/positions.h"

/* Adds all legal positions of a square board of side 1..4, Black to move. */
void gather_all(PositionSet *set, int side);

enum { GATHER_SIDE = 9, GATHER_VISITS = 1000 };

/* Adds the positions of uniformly random 9x9 games (filling no own eyes, passing only without other
 * moves) until the set has `count`. */
void gather_random_games(PositionSet *set, size_t count);

/* Adds the positions that searches of 9x9 games evaluate, GATHER_VISITS visits a move, until the
 * set has `count`. */
void gather_searched_games(PositionSet *set, size_t count);

/* Adds the positions that one search of the empty 9x9 board looks up. Sets the number of visits
 * that ended in an evaluation, and that of the positions on their paths without the root, each of
 * which is one look-up. Other visits, to a known position or after two passes, are not seen. */
void gather_search(PositionSet *set, int64_t visits, int64_t *evaluations, int64_t *probes);

#endif
