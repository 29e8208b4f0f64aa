/* Unconditional life: stones that cannot be killed, and the territory around which they stand. Pure
 * function. */
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

/* Finds the chains that stay alive even if their owner always passes, and the regions that they
 * enclose in which the opponent cannot live. Sets life[point], of POINT_COUNT bytes, to a Life for
 * every point of the board. */
void benson_find(const Board *board, bool suicide_allowed, uint8_t *life);

/* Sets alive[chain], of POINT_COUNT, for the chains of owner that stay alive, without suicide, even
 * if they lose all eyes with an excluded point (of excluded[POINT_COUNT]). */
void benson_find_outside(const Board *board, Color owner, const bool *excluded, bool *alive);

#endif
