/* A position with a network's policy, as sample.c writes it and fit.c reads it.
 *
 * A file has a line that names the format, then position after position: the bytes of the members
 * in order, of each array only the part in use, in the byte order of the machine. */
#ifndef ENGINE_LAB_TRAIN_PRIOR_POSITION_H
#define ENGINE_LAB_TRAIN_PRIOR_POSITION_H

#include <stdio.h>

#include "engine/go/board/board.h"

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

/* Writes or checks the first line of a file. Returns false on failure. */
bool fit_write_start(FILE *file);
bool fit_read_start(FILE *file);

/* Returns false if the file cannot be written. */
bool fit_write_position(const FitPosition *position, FILE *file);

/* Returns false at the end of the file, with *ended set to true, and if the next position is cut
 * off or impossible, with *ended set to false. */
bool fit_read_position(FitPosition *position, FILE *file, bool *ended);

#endif
