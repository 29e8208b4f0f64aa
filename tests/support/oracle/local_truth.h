/* Is what a proof of local goals claims true? By the slow oracle, about the file's own position. */
#ifndef TESTS_SUPPORT_ORACLE_LOCAL_TRUTH_H
#define TESTS_SUPPORT_ORACLE_LOCAL_TRUTH_H

#include "verify/local/local_proof.h"

/* Fails the test if a claim of an accepted proof is false. Claims on boards with more than
 * GOAL_ORACLE_SIDE_MAX points on a side, about more than 8 targets, and those for which the oracle
 * would need more than 20,000 positions are passed over. text: the file, for the message. */
void local_truth_expect(const LocalProof *proof, const char *text);

#endif
