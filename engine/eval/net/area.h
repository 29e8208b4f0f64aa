/* Whose each point is by area scoring, as KataGo's input features mean it. Keeps no state. */
#ifndef ENGINE_EVAL_NET_AREA_H
#define ENGINE_EVAL_NET_AREA_H

#include "engine/board/board.h"

/* owner[point] is BLACK, WHITE or EMPTY for each point of the board. It differs from Tromp-Taylor's
 * area in unconditional territory: stones that stand in the opponent's are dead there. */
void area_find(const Board *board, bool suicide_allowed, uint8_t *owner);

#endif
