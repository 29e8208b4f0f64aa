/* Playouts that know something of Go: captures and escapes from atari with ladders read out, vital
 * points of small eyes, local shapes, no self-atari that matters, no filling of eyes; elsewhere
 * uniform. In the manner of MoGo (Gelly et al., 2006) and its successors: a rule looks only at the
 * last two moves, so that answers are found where the play is.
 *
 * The board is played out in place. One board, one Rng and one trace for each thread. */
#ifndef ENGINE_PLAYOUT_POLICY_H
#define ENGINE_PLAYOUT_POLICY_H

#include "engine/playout/playout.h"

enum { POLICY_MOVES_MAX = 3 * CELL_COUNT_MAX + 16 };

/* The moves of one playout in order; colours alternate from the first. */
typedef struct {
    Color first;
    int count;
    Point moves[POLICY_MOVES_MAX]; /* POINT_PASS among them */
} PlayoutTrace;

/* How often each rule is asked at all, 0..1: what is always obeyed makes playouts blind. */
typedef struct {
    double capture, escape, nakade, attack, shape;
} PolicyRates;

/* The rates that were found best. */
PolicyRates policy_default_rates(void);

/* Plays on from the board's position, last and before being the two moves that led to it
 * (POINT_NONE where there is none). The hash is not kept up to date. */
PlayoutResult policy_run(const PolicyRates *rates, Board *board, Point last, Point before, Rng *rng,
                         PlayoutTrace *trace);

#endif
