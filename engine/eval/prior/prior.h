/* A policy from shape and tactics alone, for the evaluator that needs no file. It is a log-linear
 * model over features that a move has or lacks (features of chains beside it count once per chain):
 *
 *     policy(move) = exp(sum of the weights of the move's features) / sum over all moves
 *
 * Features are in the manner of R. Coulom, "Computing Elo ratings of move patterns in the game of
 * Go", 2007. The weights (weights.bin) were fitted by gradient descent on the cross entropy with
 * the policy of a network, g170-b6c96, on positions of 9x9, 13x13 and 19x19.
 *
 * Pure functions on constant tables: any thread may call them. */
#ifndef ENGINE_EVAL_PRIOR_PRIOR_H
#define ENGINE_EVAL_PRIOR_PRIOR_H

#include "engine/eval/prior/features.h"

/* What the features of all moves of a position share. The board must outlive it unchanged. */
typedef struct {
    const Board *board;
    const PatternTable *patterns;
    Color color;
    Point last, before;
    int phase;   /* 0 opening, 1 middle game, 2 endgame: by the share of points with stones */
    int urgency; /* of answering the last move: 0 if it touches no stones of the mover; if it leaves
                    those it touches three liberties or more, or no way out: 1; two: 2; one, and a
                    way out: 3 */
    /* [right][lower][wide]: the colors that have stones in each corner, a bit each, in its 5x5 and
     * its 7x7 points; fewer on boards whose corners would overlap. */
    uint8_t corners[2][2][2];
    uint8_t reach[2][POINT_COUNT]; /* [color][point]: king's moves to the next stone, at most 7 */
} PriorPosition;

PriorPosition prior_position(const Board *board, Point last, Point before);

/* Lists the features of a move on the empty point p, or of POINT_PASS. Returns their number. */
int prior_features(const PriorPosition *position, Point p, uint16_t features[PRIOR_FEATURES_MAX]);

/* Sets policy[p] for every empty point p, and policy[POINT_PASS], to positive weights, which are
 * not normalised. last and before are the two moves that led to the position, or POINT_NONE. */
void prior_compute(const Board *board, Point last, Point before, float policy[POINT_COUNT]);

#endif
