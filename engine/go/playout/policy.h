/* Playout games by a policy: captures, escapes from atari with ladders read out, vital points of
 * small eyes and local shapes; otherwise uniform moves that fill no own eye and are not a bad
 * self-atari. As in MoGo (S. Gelly et al., "Modification of UCT with Patterns in Monte-Carlo Go",
 * 2006), the rules look only around the last two moves.
 *
 * The board is played on in place. Each thread needs its own Board, Rng and PlayoutTrace. */
#ifndef ENGINE_GO_PLAYOUT_POLICY_H
#define ENGINE_GO_PLAYOUT_POLICY_H

#include "engine/go/playout/playout.h"

/* The probability, 0..1, that each rule applies on a turn: below 1, so that games differ if a rule
 * is wrong. */
typedef struct {
    double capture, escape, nakade, attack, shape;
} PlayoutPolicyRates;

/* The rates that played best. */
extern const PlayoutPolicyRates PLAYOUT_POLICY_RATES;

/* Plays the game to its end and records its moves in trace. `last` and `before` are the last two
 * moves, the later one first, or POINT_NONE. Does not update the board's hash. */
PlayoutResult playout_policy_run(const PlayoutPolicyRates *rates, Board *board, Point last,
                                 Point before, Rng *rng, PlayoutTrace *trace);

/* Does a stone of color on the empty point p put several stones into atari, without a capture that
 * frees them and without killing an eye by nakade? A lone stone may be thrown in. */
bool playout_policy_is_bad_self_atari(const Board *board, Color color, Point p);

/* Would a stone of color on the empty point p be in atari, alone or with others, without capturing
 * anything? */
bool playout_policy_is_self_atari(const Board *board, Color color, Point p);

#endif
