/* The slow evaluator: a network's formulas in double precision, one value at a time, asking of each
 * point whether it is on the board. It takes the input features as they are. */
#ifndef TESTS_SUPPORT_NET_ORACLE_H
#define TESTS_SUPPORT_NET_ORACLE_H

#include "engine/eval/net/answer.h"

void net_oracle_run(const Model *model, const Features *features, RawAnswer *raw);

#endif
