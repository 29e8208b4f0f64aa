/* The slow evaluator: a network's formulas in double precision, one value at a time, with a test
 * for each point whether it is on the board. The plain evaluator is compared with it. It takes the
 * input features as they are; they have tests of their own. */
#ifndef TESTS_SUPPORT_ORACLE_NET_ORACLE_H
#define TESTS_SUPPORT_ORACLE_NET_ORACLE_H

#include "engine/eval/net/answer.h"

/* Fills *raw with the outputs of the network. Ends the program if out of memory. */
void net_oracle_run(const Model *model, const Features *features, RawAnswer *raw);

#endif
