/* Who owns each point by area scoring, as KataGo's input features define it. Keeps no state. */
#ifndef ENGINE_EVAL_NET_INPUT_AREA_H
#define ENGINE_EVAL_NET_INPUT_AREA_H

#include "engine/go/board/board.h"

/* Sets owner[point] to BLACK, WHITE or EMPTY for each point of the board. It differs from
 * Tromp-Taylor area in unconditional territory: stones inside the opponent's count as dead. */
void area_find(const Board *board, bool suicide_allowed, uint8_t *owner);

#endif
