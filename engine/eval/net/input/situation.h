/* What a network is told about a game: position, recent past, rules and komi, as pointers and small
 * values. Plain data for one thread at a time; what it points to must outlive it. */
#ifndef ENGINE_EVAL_NET_INPUT_SITUATION_H
#define ENGINE_EVAL_NET_INPUT_SITUATION_H

#include "engine/eval/net/input/human_profile.h"
#include "engine/go/board/game.h"

enum { SITUATION_RECENT = 5, SITUATION_BOARDS = 3 };

typedef struct {
    const Board *boards[SITUATION_BOARDS]; /* now, one move ago, two; of equal size */
    Point recent[SITUATION_RECENT];        /* the last moves, latest first, the opponent's and the
                                              mover's in turn; POINT_NONE after the last */
    const Rules *rules;
    double white_komi;           /* added to White's score on the board, not rounded; the button
                                    that has been taken is in it */
    bool button_is_free;         /* a pass would take it */
    bool pass_ends;              /* a pass now would end the game, or its first phase */
    const uint8_t *banned;       /* [point]: not 0 if superko forbids the move */
    const HumanProfile *profile; /* to imitate; NULL: none */
    double playout_doublings;    /* the mover plays as if it made 2 to this power times as many
                                    playouts as its opponent (KataGo's playoutDoublingAdvantage) */
} Situation;

/* A situation with what it points to. It also points to the game, which must not change. */
typedef struct {
    Situation situation;
    Board past[SITUATION_BOARDS - 1];
    uint8_t banned[POINT_COUNT];
} GameSituation;

/* Hides all but the last `kept` moves and the boards before them. */
void situation_ignore_history(Situation *situation, int kept);

/* If a pass now would end the game, says that it would not, and hides all moves (KataGo's
 * conservativePass). Under territory scoring a second pass ends no game, only its first phase. */
void situation_pass_conservatively(Situation *situation);

/* Describes the present position of a game, without a profile or playout doublings;
 * board.to_move is the mover. The result points into itself, so it must not be copied. */
void situation_from_game(const Game *game, GameSituation *result);

#endif
