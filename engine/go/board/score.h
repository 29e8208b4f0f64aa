/* Scoring a board as it stands or with dead stones removed. Pure functions. */
#ifndef ENGINE_GO_BOARD_SCORE_H
#define ENGINE_GO_BOARD_SCORE_H

#include "engine/go/board/board.h"

/* In arrays it is a uint8_t for each point. */
typedef enum {
    STATUS_NONE, /* not judged: a stone counts as alive */
    STATUS_DEAD,
    STATUS_ALIVE,
    STATUS_SEKI,
} StoneStatus;

/* Tromp-Taylor area after dead stones have been removed: each stone counts for its color, and so
 * does each empty region that touches only one color. status[point] is a StoneStatus; NULL: all
 * stones are alive. Sets owner[point] to BLACK, WHITE or EMPTY for every point of the board, unless
 * owner is NULL. Returns Black's area minus White's, without komi. */
int score_area(const Board *board, const uint8_t *status, uint8_t *owner);

/* The same without what is no territory under territory rules: eyes of stones in seki, unless they
 * count; then, if the rules say so, last liberties of chains. */
int score_by_rules(const Board *board, const uint8_t *status, const Rules *rules, uint8_t *owner);

/* Territory: empty points (and points under dead stones) surrounded by one color, except as
 * above, plus its prisoners, dead stones included. Returns Black's minus White's, without komi. */
int score_territory(const Board *board, const uint8_t *status, const Rules *rules);

#endif
