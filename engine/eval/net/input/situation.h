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

/* ---- A copy of a game on which moves are tried (trial_game.c), so that history, superko and
 * ladders of such positions come from the same rules. Each call brings the copy up to the game, by
 * playing the new moves or from the beginning. A TrialGame belongs to one thread. ---- */

typedef struct TrialGame TrialGame;

/* Returns NULL if out of memory. */
TrialGame *trial_game_new(void);
void trial_game_free(TrialGame *trial_game);

/* What a network is told besides the game, and which of its policies is asked for (KataGo:
 * MiscNNInputParams). */
typedef struct {
    const HumanProfile *profile;   /* to imitate; NULL: none. Only for human-play networks */
    double optimism;               /* 0..1: share of the optimistic policy, if there is one */
    bool ignores_pre_root_history; /* only the moves of the path are shown */
    bool conservative_pass;        /* see situation_pass_conservatively */
    double playout_doublings;      /* Black's (Situation) */
} NetInputParameters;

/* The situation after these moves from the game's present position, played in turn, color first.
 * All must be legal. It lasts until the next call. Returns NULL if out of memory. */
const Situation *trial_game_play(TrialGame *trial_game, const Game *game,
                                 const NetInputParameters *parameters, Color color,
                                 const Point *path, int length);

#endif
