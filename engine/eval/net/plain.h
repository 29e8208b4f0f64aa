/* A plain evaluator of networks: one position at a time, single precision, direct convolutions in
 * the order of the formulas. It is what faster evaluators are tested against.
 *
 * A Plain belongs to one thread; several may share a model. */
#ifndef ENGINE_EVAL_NET_PLAIN_H
#define ENGINE_EVAL_NET_PLAIN_H

#include "engine/eval/net/answer.h"

typedef struct Plain Plain;

/* The model must live as long. NULL where memory runs out. */
Plain *plain_new(const Model *model);
void plain_free(Plain *plain);

/* Evaluates one of the eight images of a position (hash/symmetry.h). False where the network's
 * answer is not finite. */
bool plain_evaluate(Plain *plain, const Situation *situation, Symmetry symmetry, NetAnswer *answer);

#endif
