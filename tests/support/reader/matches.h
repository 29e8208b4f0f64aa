/* Texts against extended regular expressions. */
#ifndef TESTS_SUPPORT_READER_MATCHES_H
#define TESTS_SUPPORT_READER_MATCHES_H

#include <stdbool.h>
#include <stddef.h>

/* Does the text match the expression, which is compiled once? It must be a constant. */
bool matches(const char *text, const char *expression);

/* The length of the match at the start of the text, or 0. */
size_t match_length(const char *text, const char *expression);

#endif
