/* A position with what a network would play there, as sample.c writes and fit.c reads it: the bytes
 * of the members in order, of the arrays the part in use, in the machine's own byte order. */
#ifndef ENGINE_EVAL_FIT_POSITION_H
#define ENGINE_EVAL_FIT_POSITION_H

#include <stdio.h>

#include "engine/board/board.h"

enum { FIT_MOVES_MAX = CELL_COUNT_MAX + 1 };

typedef struct {
    uint8_t side; /* of the square board */
    uint8_t to_move, passes;
    Point ko, last, before;
    uint16_t count;                /* of moves */
    uint8_t cells[CELL_COUNT_MAX]; /* row by row from the top */
    Point moves[FIT_MOVES_MAX];
    float policy[FIT_MOVES_MAX]; /* sums to 1 */
} FitPosition;

bool fit_position_write(const FitPosition *position, FILE *file);

/* False at the end of the file, and where it holds no position; *ended tells which. */
bool fit_position_read(FitPosition *position, FILE *file, bool *ended);

#endif
