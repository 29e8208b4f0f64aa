/* Which chains of a color are alive within the playable points of a goal: Benson's algorithm ("Life
 * in the game of Go", 1976), where a chain with a liberty that neither side can fill is alive, too.
 * Pure functions. */
#ifndef ENGINE_SOLVE_GOAL_ALIVE_H
#define ENGINE_SOLVE_GOAL_ALIVE_H

#include "engine/solve/goal/goal.h"

enum { ALIVE_CHAINS_MAX = 64, ALIVE_REGIONS_MAX = 64 };

/* A maximal connected set of playable points without a stone of the owner. */
typedef struct {
    int begin, end;  /* its points are AliveChains.points[begin .. end - 1] */
    uint64_t vital;  /* the chains next to each of its empty points, a bit each */
    uint64_t beside; /* the chains next to it */
} AliveRegion;

typedef struct {
    Point chains[ALIVE_CHAINS_MAX];
    int chain_count;
    uint64_t immortal; /* those with a liberty outside the playable points */
    uint64_t alive;
    AliveRegion regions[ALIVE_REGIONS_MAX];
    int region_count;
    Point points[CELL_COUNT_MAX];
} AliveChains;

/* Chains and regions beyond the limits count as not alive. */
void alive_find(const Goal *goal, const Board *board, Color owner, AliveChains *alive);

/* Is the chain at p, a stone of the owner, alive? */
bool alive_has(const AliveChains *alive, const Board *board, Point p);

/* Adds the points on which the life of the chain at p rests: its stones, two regions vital to it,
 * the chains around those, and so on. */
void alive_add_zone(const AliveChains *alive, const Board *board, Point p, Zone *zone);

#endif
