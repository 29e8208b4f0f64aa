/* A strict reader of the answers to GoGui's analyze commands, by its manual (chapters "Analyze
 * Commands" and "Live Graphics"). It refuses what GoGui would skip. */
#ifndef TESTS_SUPPORT_READER_GOGUI_CHECK_H
#define TESTS_SUPPORT_READER_GOGUI_CHECK_H

#include <stdbool.h>

/* Fails the test unless the answer is of this type ("gfx", "cboard") for a board of this size. */
void gogui_check_answer(const char *type, const char *answer, int width, int height);

/* Does the text hold drawing commands, one a line, and at most one TEXT? If not, wrong gets the
 * first line that is malformed. */
bool gogui_is_gfx(const char *text, int width, int height, char wrong[256]);

#endif
