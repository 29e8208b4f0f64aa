/* Properties of an SGF record, for the engine with faults. */
#ifndef TESTS_SUPPORT_FAULTY_SGF_PROPERTY_H
#define TESTS_SUPPORT_FAULTY_SGF_PROPERTY_H

#include "tests/support/faulty/goban.h"

#include <stdbool.h>

/* Reads the next "ID[VALUE]" of the main line and moves past it; a property's further values keep
 * the identifier. Returns false at the end of the line. */
bool sgf_property_next(const char **text, char id[8], char value[64]);

/* The cell of a point "aa", or GOBAN_PASS. */
int sgf_property_cell(const Goban *goban, const char *value);

#endif
