/* What a reader sees around a chain: its liberties as far as they matter, the chains beside it, and
 * the moves worth looking at. Pure functions of a board that nobody is changing. */
#ifndef ENGINE_READING_SHAPE_H
#define ENGINE_READING_SHAPE_H

#include "engine/board/board.h"

enum {
    SHAPE_SAFE = 5, /* liberties: a chain with as many is not taken */
};

/* How many liberties the chain at p has; at most most are counted, which is SHAPE_SAFE or less. */
int shape_count_liberties(const Board *board, Point p, int most);

/* One point of each chain of color beside the chain at p. Returns how many. */
int shape_find_neighbours(const Board *board, Point p, Color color, Point chains[CELL_COUNT_MAX]);

typedef struct {
    Point point;
    int cost; /* 0: obvious; more: farther fetched */
} ShapeMove;

/* Moves, for either side, that may decide whether the chain at target is taken: the cheapest first.
 * escapes_only: for an owner whose chain is in atari. Returns how many. */
int shape_find_moves(const Board *board, Point target, bool escapes_only,
                     ShapeMove moves[CELL_COUNT_MAX]);

#endif
