/* Golden values: what deterministic searches did, as the table tests/golden.tsv has it. They are
 * the same on every machine. A change that is meant to change a search renews them by `make
 * golden`, and its commit says so; one that is not keeps them.
 *
 * They see what no answer shows: the order of moves, first guesses, what a table keeps. */
#ifndef TESTS_SUPPORT_PROGRAM_GOLDEN_H
#define TESTS_SUPPORT_PROGRAM_GOLDEN_H

#include <stdint.h>

/* Adds a number to a hash of a sequence, which begins with 0. */
uint64_t golden_add(uint64_t digest, uint64_t value);

/* Expects the value, a line of text, to be the one that the table has under this name; with
 * DIHEDRA_GOLDEN=FILE appends it to that file instead. */
void golden_expect(const char *name, const char *value);

#endif
