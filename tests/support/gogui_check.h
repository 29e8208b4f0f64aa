/* Answers to GoGui's analyze commands read as its manual describes them (chapters "Analyze
 * Commands" and "Live Graphics"), and stricter: nothing is skipped that GoGui would skip. */
#ifndef TESTS_SUPPORT_GOGUI_CHECK_H
#define TESTS_SUPPORT_GOGUI_CHECK_H

#include <stdbool.h>

/* Fails the test, showing the answer, unless it is one of that type for a board of this size. */
void gogui_check_answer(const char *type, const char *answer, int width, int height);

/* Is the text drawing commands, a line each, at most one of them TEXT? *wrong gets the line that is
 * not well formed. */
bool gogui_is_gfx(const char *text, int width, int height, char wrong[256]);

/* Fails unless the text is a list of analyze commands that GoGui takes whole. */
void gogui_check_analyze_commands(const char *text);

#endif
