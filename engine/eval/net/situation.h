/* What a network is told about a game: position, recent past, rules and komi, as pointers and small
 * values, so that a search can tell it of positions that it has only thought of. Plain data: one
 * thread at a time, and no longer than what it points to. */
#ifndef ENGINE_EVAL_NET_SITUATION_H
#define ENGINE_EVAL_NET_SITUATION_H

#include "engine/board/game.h"

enum { SITUATION_RECENT = 5, SITUATION_BOARDS = 3 };

typedef struct {
    const Board *boards[SITUATION_BOARDS]; /* now, one move ago, two; of equal size */
    Point recent[SITUATION_RECENT];        /* the last moves, latest first, the opponent's and the
                                              mover's by turns; POINT_NONE from where that ends */
    const Rules *rules;
    double white_komi;     /* what White gets beside what the board shows, without rounding */
    bool pass_ends;        /* a pass now would end the game, or its first phase */
    const uint8_t *banned; /* [point]: nonzero where superko forbids the mover to play */
} Situation;

/* A situation with what it points to; refers to the game, which must stay as it is. */
typedef struct {
    Situation situation;
    Board past[SITUATION_BOARDS - 1];
    uint8_t banned[POINT_COUNT];
} GameSituation;

/* The present position of a game, the colour board.to_move being the mover. Changes only result;
 * it holds pointers to itself, so it must not be copied. */
void situation_from_game(const Game *game, GameSituation *result);

#endif
