/* All colorings of a small board, one after another. */
#ifndef TESTS_SUPPORT_POSITION_COLORINGS_H
#define TESTS_SUPPORT_POSITION_COLORINGS_H

#include "engine/go/board/board.h"

/* Moves on to the next coloring, as a number in base 3; the empty board is the first. Returns
 * false after the last one, which has become the empty board again. */
static inline bool colorings_next(ColorCell *cells, int count) {
    for (int cell = 0; cell < count; cell++) {
        cells[cell] = cells[cell] == EMPTY ? BLACK : cells[cell] == BLACK ? WHITE : EMPTY;
        if (cells[cell] != EMPTY) {
            return true;
        }
    }
    return false;
}

#endif
