/* Books of random moves and values, for tests of files and of minimax. The same seed gives the same
 * book. */
#ifndef TESTS_SUPPORT_POSITION_RANDOM_BOOK_H
#define TESTS_SUPPORT_POSITION_RANDOM_BOOK_H

#include "engine/base/rng.h"
#include "engine/book/graph.h"
#include "tests/support/program/cleanup.h"

/* A book of this many lines of random legal moves from the start, each of 1 to depth moves. The
 * caller frees it. */
BookGraph *random_book_new(const BookFacts *facts, int lines, int depth, Rng *rng);

#endif
