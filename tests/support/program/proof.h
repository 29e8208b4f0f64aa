/* Solvers and proofs of small boards for tests. */
#ifndef TESTS_SUPPORT_PROGRAM_PROOF_H
#define TESTS_SUPPORT_PROGRAM_PROOF_H

#include "engine/solve/proof/proving.h"
#include "tests/support/program/cleanup.h"

/* A solver of one thread with 8 MiB and all techniques. */
SolverOptions small_board_options(int width, int height, KoRule ko, bool suicide);

/* A solver that is freed when the test ends, or earlier by cleanup_now. */
Solver *solver_kept(const SolverOptions *options);

/* Sets the position; the first move is at the cell `first`, or anywhere if that is negative. */
void solver_set_up(Solver *solver, const ColorCell *cells, Color to_move, int first);

/* Both bounds of the value of a solved board. */
ProofWanted proof_of_value(const Solver *solver, VerifyMonitor monitor);

/* Solves the position of the solver and appends the proof of both bounds. Fails the test if proving
 * fails. */
void proof_make_of(Solver *solver, Text *bytes);

/* Makes a proof of the empty board. */
void proof_make(const SolverOptions *options, Text *bytes);

/* The bytes of a proof with its records one after the other in the place of their blocks, which is
 * no proof: for changes. */
void proof_unpack(const Text *bytes, Text *flat);

/* Makes the proof of such bytes, with a checksum that fits. Sections have the number of records
 * that their lines tell. */
void proof_pack(const Text *flat, size_t record_bytes, Text *bytes);

/* Replaces the last line by a checksum that fits. */
void proof_sign(Text *bytes);

#endif
