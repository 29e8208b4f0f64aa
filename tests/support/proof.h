/* Makes proofs of small boards for tests. */
#ifndef TESTS_SUPPORT_PROOF_H
#define TESTS_SUPPORT_PROOF_H

#include "engine/prove/prove.h"

/* Solves the empty board and appends the proof of both bounds. Fails the test if proving fails. */
void proof_make(int width, int height, KoRule ko, bool suicide, Text *bytes);

#endif
