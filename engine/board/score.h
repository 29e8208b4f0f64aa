/* Scoring, and the stones that cannot be killed. */
#ifndef ENGINE_BOARD_SCORE_H
#define ENGINE_BOARD_SCORE_H

#include "engine/board/board.h"

/* Tromp-Taylor area: each stone counts for its colour, and so does each empty region that touches
 * only one colour; every stone is taken for alive. owner[point] is BLACK, WHITE or EMPTY for every
 * point of the board (may be NULL). Returns Black's area less White's, without komi. */
int score_area(const Board *board, uint8_t *owner);

/* The same with dead stones taken off first: dead[point] is nonzero for each dead stone (NULL: none
 * is). */
int score_area_without(const Board *board, const uint8_t *dead, uint8_t *owner);

/* Territory: empty points (and points under dead stones) surrounded by one colour, less prisoners
 * and dead stones. Returns Black's less White's, without komi. */
int score_territory(const Board *board, const uint8_t *dead, uint8_t *owner);

#endif
