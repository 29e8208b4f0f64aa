/* The surroundings of a chain for a reader: its liberties, the chains beside it, and the moves
 * worth reading. Pure functions. */
#ifndef ENGINE_GO_READING_SHAPE_H
#define ENGINE_GO_READING_SHAPE_H

#include "engine/go/board/board.h"

enum { SHAPE_SAFE = 5 }; /* a chain with this many liberties counts as safe */

/* Counts the liberties of the chain at p up to `most`, which is SHAPE_SAFE or less. */
int shape_count_liberties(const Board *board, Point p, int most);

/* Lists one point of each chain of color beside the chain at p. Returns their number. */
int shape_find_neighbors(const Board *board, Point p, Color color, Point chains[CELL_COUNT_MAX]);

typedef struct {
    Point point;
    int cost; /* 0: obvious; higher: less likely to help */
} ShapeMove;

/* Lists moves, for either side, that may decide whether the chain at target is captured, the
 * cheapest first. escapes_only: those that can help an owner whose chain is in atari. Returns their
 * number. */
int shape_find_moves(const Board *board, Point target, bool escapes_only,
                     ShapeMove moves[CELL_COUNT_MAX]);

#endif
