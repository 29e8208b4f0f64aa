/* Unconditional life and death as GNU Go's regression suite defines it. It claims more territory
 * than benson_find, and the claims also hold in play by turns. A pure function: any thread. */
#ifndef ENGINE_GO_READING_UNCONDITIONAL_H
#define ENGINE_GO_READING_UNCONDITIONAL_H

#include "engine/go/board/benson.h"

/* Sets life[point] to a Life for every point of the board; suicide is illegal.
 *
 * Alive are the stones that are alive by Benson's theorem, and stones of the same colour inside
 * their territory. Territory is where the opponent cannot reach unconditional life even if the
 * owner always passes. */
void unconditional_find(const Board *board, uint8_t *life);

#endif
