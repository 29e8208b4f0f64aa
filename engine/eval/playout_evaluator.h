/* The evaluator that needs no file: one playout game gives the value, and a few constants give
 * the weights of the moves. It serves signatures, tests and measurements, not strength.
 *
 * Constant once initialised; any number of threads may ask it. */
#ifndef ENGINE_EVAL_PLAYOUT_EVALUATOR_H
#define ENGINE_EVAL_PLAYOUT_EVALUATOR_H

#include "engine/eval/evaluator.h"

typedef struct {
    Evaluator evaluator;      /* first, so that a pointer to it is one to the whole */
    PlayoutPolicyRates rates; /* of the playout games */
} PlayoutEvaluator;

/* The rates are copied. Needs no clean-up. */
void playout_evaluator_init(PlayoutEvaluator *playouts, const PlayoutPolicyRates *rates);

#endif
