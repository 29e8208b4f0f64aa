/* Playout games by a policy: captures, escapes from atari with ladders read out, vital points of
 * small eyes, local shapes, no self-atari that loses something, no filling of own eyes; otherwise
 * uniform. In the manner of MoGo (S. Gelly et al., "Modification of UCT with Patterns in
 * Monte-Carlo Go", 2006): rules look only around the last two moves, so that answers are local.
 *
 * The board is played on in place. Each thread needs its own Board, Rng and PlayoutTrace. */
#ifndef ENGINE_GO_PLAYOUT_POLICY_H
#define ENGINE_GO_PLAYOUT_POLICY_H

#include "engine/go/playout/playout.h"

/* The probability, 0..1, that each rule is asked on a turn. Below 1, so that the games differ where
 * a rule is wrong. */
typedef struct {
    double capture, escape, nakade, attack, shape;
} PolicyRates;

/* The rates that played best. */
PolicyRates policy_default_rates(void);

/* Plays the game to its end and records its moves in trace. `last` and `before` are the two moves
 * that led to the position, the later one first, or POINT_NONE. The board's hash is not kept up to
 * date. */
PlayoutResult policy_run(const PolicyRates *rates, Board *board, Point last, Point before, Rng *rng,
                         PlayoutTrace *trace);

/* Does a stone of color on the empty point p put several stones into atari, without capturing a way
 * out and without filling an eye that it kills? A lone stone may be thrown in. */
bool policy_is_bad_self_atari(const Board *board, Color color, Point p);

/* Would a stone of color on the empty point p be in atari, alone or with others, without capturing
 * anything? */
bool policy_is_self_atari(const Board *board, Color color, Point p);

#endif
