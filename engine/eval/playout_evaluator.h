/* The evaluator that needs no file: one playout game gives the value, and a few constants give
 * the weights of the moves. It serves signatures, tests and measurements, not strength.
 * Any number of threads may ask it. */
#ifndef ENGINE_EVAL_PLAYOUT_EVALUATOR_H
#define ENGINE_EVAL_PLAYOUT_EVALUATOR_H

#include "engine/eval/evaluator.h"

extern const Evaluator PLAYOUT_EVALUATOR;

#endif
