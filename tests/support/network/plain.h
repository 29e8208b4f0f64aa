/* The plain evaluator of networks: their formulas in double precision, one layer after another.
 * Faster evaluators are tested against it. It takes the input features as they are; they have tests
 * of their own.
 *
 * A Plain belongs to one thread; several may share a model. */
#ifndef TESTS_SUPPORT_NETWORK_PLAIN_H
#define TESTS_SUPPORT_NETWORK_PLAIN_H

#include "engine/eval/net/answer.h"

typedef struct Plain Plain;

/* The model must outlive the evaluator. Returns NULL if out of memory. */
Plain *plain_new(const Model *model);

/* Evaluates one of the eight images of a position (hash/symmetry.h), with the share of the
 * optimistic policy (answer_finish). Returns false if the answer is not finite. Ends the program if
 * out of memory. */
bool plain_evaluate(Plain *plain, const Situation *situation, Symmetry symmetry, double optimism,
                    NetAnswer *answer);

#endif
