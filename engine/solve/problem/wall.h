/* Walls: chains beside a region that have a liberty outside, so that play inside never captures
 * them, or stones outside. Which of them are safe on the board, too? Pure functions.
 *
 * engine/solve/verify/local has the same rule, written again. */
#ifndef ENGINE_SOLVE_PROBLEM_WALL_H
#define ENGINE_SOLVE_PROBLEM_WALL_H

#include "engine/solve/goal/goal.h"

typedef enum {
    WALL_WEAK, /* may be captured from outside the region */
    /* Has at least two liberties outside, so that no play inside puts it in atari, and room for
     * eyes there: taken to be safe. */
    WALL_ASSUMED,
    WALL_ALIVE, /* unconditionally, by eyes outside */
} WallKind;

/* Of one region, which must not change while its walls are asked about. */
typedef struct {
    const Board *board;
    const Zone *region;
    bool alive[2][POINT_COUNT]; /* [color][chain] */
} Walls;

void walls_find(const Board *board, const Zone *region, Walls *walls);

/* What kind of wall is the chain at p? Sets *room to the number of empty points outside the region
 * that it reaches without crossing the opponent's stones, or to INT_MAX if a living chain is among
 * what it reaches. */
WallKind wall_kind(const Walls *walls, Point p, int *room);

/* Lists the first stone of each wall of that kind and of these colors in or beside the region, row
 * by row from the top left. Returns their number. */
int walls_list(const Walls *walls, const bool colors[2], WallKind kind,
               Point stones[CELL_COUNT_MAX]);

/* Lists the ways out of the region: empty points beside it. Stones that get there are never
 * captured in its game. Sets *dead_end to one from which stones of a color reach neither living
 * stones nor room for eyes, or to POINT_NONE. Returns their number. */
int walls_list_exits(const Walls *walls, Point exits[CELL_COUNT_MAX], Point *dead_end);

#endif
