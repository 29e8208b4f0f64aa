/* The evaluator that needs no file: one playout for the value, knowledge of shape and tactics for
 * the policy. */
#ifndef ENGINE_EVAL_PLAYOUTS_H
#define ENGINE_EVAL_PLAYOUTS_H

#include "engine/eval/evaluator.h"

typedef struct {
    Evaluator evaluator; /* first: the search sees only this */
    PolicyRates rates;
} PlayoutEvaluator;

void playout_evaluator_init(PlayoutEvaluator *playouts, const PolicyRates *rates);

/* The value of a finished game for Black: 1, 0, or 1/2; points is Black's area less White's on the
 * board, *score gets what komi and handicap make of it. */
float eval_final_value(const Game *game, int points, float *score);

#endif
