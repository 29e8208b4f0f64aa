/* A position with what a network would play there, as sample.c writes and fit.c reads it: behind a
 * line that names the format the bytes of the members, in order, of the arrays the part in use, in
 * the machine's own byte order. */
#ifndef ENGINE_FIT_PRIOR_POSITION_H
#define ENGINE_FIT_PRIOR_POSITION_H

#include <stdio.h>

#include "engine/board/board.h"

enum { FIT_MOVES_MAX = CELL_COUNT_MAX + 1 };

typedef struct {
    uint8_t side; /* of the square board */
    uint8_t to_move, passes, unused;
    Point ko, last, before;
    uint16_t count;                  /* of moves */
    ColorCell cells[CELL_COUNT_MAX]; /* row by row from the top */
    Point moves[FIT_MOVES_MAX];      /* empty points, and pass */
    float policy[FIT_MOVES_MAX];     /* sums to 1 */
} FitPosition;

/* The line at the start of a file. */
bool fit_write_start(FILE *file);
bool fit_read_start(FILE *file);

bool fit_write_position(const FitPosition *position, FILE *file);

/* False at the end of the file, *ended being true, and where there is no such position. */
bool fit_read_position(FitPosition *position, FILE *file, bool *ended);

#endif
