/* Where `dihedra bench collisions` gets its positions. Seeds are fixed, so they are the same every
 * time. Each function returns false if out of memory. */
#ifndef ENGINE_LAB_BENCH_COLLISIONS_GATHER_H
#define ENGINE_LAB_BENCH_COLLISIONS_GATHER_H

#include "engine/lab/bench/collisions/positions.h"

/* Adds all legal positions of a square board of side 1..4, Black to move. */
bool gather_all(PositionSet *set, int side);

enum { GATHER_SIDE = 9, GATHER_VISITS = 1000 };

/* Adds the positions of uniformly random 9x9 games (no own eye filled, passes only if nothing else
 * is left) until the set has `count`. */
bool gather_random_games(PositionSet *set, size_t count);

/* Adds the positions that the searches of 9x9 games meet, GATHER_VISITS visits a move, until the
 * set has `count`. */
bool gather_searched_games(PositionSet *set, size_t count);

/* Adds the positions that one search of the empty 9x9 board looks up. *evaluations gets how many of
 * its visits ended in an evaluation, and *probes how many positions those went through without the
 * root: each of them is one look-up. Visits that end otherwise, in a position that is known well
 * enough or after two passes, are not seen. */
bool gather_search(PositionSet *set, int64_t visits, int64_t *evaluations, int64_t *probes);

#endif
