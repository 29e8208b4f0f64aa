/* Unconditional life and death as GNU Go's regression suite asks for it: more territory than
 * benson_find claims, which is proved for play by turns as well. Pure function. */
#ifndef ENGINE_READING_UNCONDITIONAL_H
#define ENGINE_READING_UNCONDITIONAL_H

#include "engine/board/benson.h"

/* life[point] is a Life for every point of the board, suicide taken for illegal.
 *
 * Alive stones are Benson's, and stones of their colour inside its territory. Territory is where
 * the opponent cannot come to unconditional life though the owner pass for ever, found by letting
 * it do its worst. */
void unconditional_find(const Board *board, uint8_t *life);

#endif
