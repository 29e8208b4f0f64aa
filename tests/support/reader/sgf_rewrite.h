/* Writes a parsed tree of SGF again, with every property. */
#ifndef TESTS_SUPPORT_READER_SGF_REWRITE_H
#define TESTS_SUPPORT_READER_SGF_REWRITE_H

#include "engine/go/sgf/sgf.h"

/* Writes the whole collection of a tree. */
void sgf_rewrite(SgfWriter *writer, const SgfTree *tree);

#endif
