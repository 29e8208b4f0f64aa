/* Scoring. Pure functions of a board that nobody is changing. */
#ifndef ENGINE_BOARD_SCORE_H
#define ENGINE_BOARD_SCORE_H

#include "engine/board/board.h"

/* Tromp-Taylor area: each stone counts for its colour, and so does each empty region that touches
 * only one colour; all stones are alive. Sets owner[point] to BLACK, WHITE or EMPTY for every point
 * of the board, unless owner is NULL. Returns Black's area minus White's, without komi. */
int score_area(const Board *board, uint8_t *owner);

/* The same after removing dead stones: dead[point] is nonzero for each of them. NULL: there are
 * none. */
int score_area_without(const Board *board, const uint8_t *dead, uint8_t *owner);

/* Territory: empty points (and points under dead stones) surrounded by one colour, plus the
 * prisoners that it has taken, dead stones included. Returns Black's minus White's, without komi.
 */
int score_territory(const Board *board, const uint8_t *dead, uint8_t *owner);

#endif
