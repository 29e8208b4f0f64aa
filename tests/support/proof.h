/* Makes proofs of small boards for tests. */
#ifndef TESTS_SUPPORT_PROOF_H
#define TESTS_SUPPORT_PROOF_H

#include "engine/prove/prove.h"

/* For the empty board: one thread, 8 MiB. */
SolverOptions proof_options(int width, int height, KoRule ko, bool suicide);

/* Solves the empty board and appends the proof of both bounds. Fails the test if proving fails. */
void proof_make(const SolverOptions *options, Text *bytes);

#endif
