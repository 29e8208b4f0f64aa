/* Unconditional life: stones that cannot be killed, and the territory around which they stand.
 * Pure function: any thread may ask about a board that does not change. */
#ifndef ENGINE_GO_BOARD_BENSON_H
#define ENGINE_GO_BOARD_BENSON_H

#include "engine/go/board/board.h"

typedef enum {
    LIFE_UNDECIDED = 0,
    LIFE_ALIVE,           /* a stone of an unconditionally alive chain */
    LIFE_DEAD,            /* a stone in the opponent's unconditional territory */
    LIFE_BLACK_TERRITORY, /* an empty point in unconditional territory */
    LIFE_WHITE_TERRITORY,
} Life;

/* Finds the chains that stay alive even if their owner always passes (Benson, "Life in the game of
 * Go", 1976), and the regions that they enclose in which the opponent cannot live (van der Werf,
 * "AI techniques for the game of Go", 2004, chapter 4). If suicide is legal, a region is vital to a
 * chain only if every point of the region, not just every empty one, is next to the chain.
 *
 * Sets life[point] to a Life for every point of the board; life has POINT_COUNT bytes. */
void benson_find(const Board *board, bool suicide_allowed, uint8_t *life);

#endif
