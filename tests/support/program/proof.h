/* Solvers and proofs of small boards for tests. */
#ifndef TESTS_SUPPORT_PROGRAM_PROOF_H
#define TESTS_SUPPORT_PROGRAM_PROOF_H

#include "engine/solve/proof/prove.h"

/* A solver of one thread with 8 MiB and all techniques. */
SolverOptions small_board_options(int width, int height, KoRule ko, bool suicide);

/* Solves the empty board and appends the proof of both bounds. Fails the test if proving fails. */
void proof_make(const SolverOptions *options, Text *bytes);

#endif
