/* What stands on a cell, as the hashes of this folder take a position: an array of HashCell, row by
 * row from the top left. The board has another code (engine/go/board/point.h: ColorCell), in which
 * 0 is a black stone. HashCell is a signed byte and ColorCell an unsigned one, so that the compiler
 * refuses an array of the one for an array of the other. */
#ifndef HASH_CELL_H
#define HASH_CELL_H

#include <stdint.h>

typedef int8_t HashCell;

enum { HASH_CELL_EMPTY = 0, HASH_CELL_BLACK = 1, HASH_CELL_WHITE = 2 };

#endif
