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

#endif
