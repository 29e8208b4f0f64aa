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

/* What each color has. A group is an area of one color, connected by stones and territory. */
typedef struct {
    int stones, territory;
    int prisoners; /* dead stones included */
    int groups;    /* that pay the group tax of two points: those without a stone in seki */
} ScoreSide;

/* Counts the sides, without what is no territory: under a tax, eyes of stones in seki, and if the
 * rules say so, last liberties of chains. Without a status area rules with a tax call groups in
 * seki as score_take_seki does. */
void score_sides(const Board *board, const uint8_t *status, const Rules *rules, uint8_t *owner,
                 ScoreSide sides[2]);

/* score_area, with the taxes of these rules, and without what they do not count as territory. */
int score_by_rules(const Board *board, const uint8_t *status, const Rules *rules, uint8_t *owner);

/* Territory with prisoners, less the group tax. Returns Black's minus White's, without komi. */
int score_territory(const Board *board, const uint8_t *status, const Rules *rules);

/* By KataGo's definition a group is in seki if it touches a point that is nobody's or has a stone
 * in atari. Its stones get STATUS_SEKI, its other points no owner. */
void score_take_seki(const Board *board, uint8_t *owner, uint8_t *status);

#endif
