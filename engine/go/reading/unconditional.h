/* Unconditional life and death as GNU Go's regression suite defines it: more territory than
 * benson_find claims, and valid in alternate play. Pure function. */
#ifndef ENGINE_GO_READING_UNCONDITIONAL_H
#define ENGINE_GO_READING_UNCONDITIONAL_H

#include "engine/go/board/benson.h"

/* Sets life[point] to a Life for every point of the board; suicide is illegal. Alive: by Benson's
 * theorem, or inside the territory of such stones of the same color. Territory: the opponent
 * cannot live unconditionally there even if the owner always passes. */
void unconditional_find(const Board *board, uint8_t *life);

#endif
