/* Guesses which stones a problem of life and death is about, if its record does not mark them. Pure
 * functions. */
#ifndef ENGINE_SOLVE_DRAGON_GUESS_TARGETS_H
#define ENGINE_SOLVE_DRAGON_GUESS_TARGETS_H

#include "engine/go/board/board.h"

/* Lists a stone of each chain that is guessed. Where a part of the board lies far from all stones,
 * these are the chains that are shut in, of the color whose stones have the longer ways there on
 * average. Otherwise it is the dragon in the smallest closed region. Returns their number,
 * 0 if no group fits. */
int guess_targets(const Board *board, Point targets[CELL_COUNT_MAX]);

#endif
