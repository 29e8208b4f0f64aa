/* A copy of a game on which moves are tried, so that history, superko and ladders of such positions
 * come from the same rules. Each call brings the copy up to the game, by playing the new moves or
 * from the beginning.
 *
 * A TrialGame belongs to one thread. */
#ifndef ENGINE_EVAL_NET_INPUT_TRIAL_GAME_H
#define ENGINE_EVAL_NET_INPUT_TRIAL_GAME_H

#include "engine/eval/net/input/situation.h"

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
