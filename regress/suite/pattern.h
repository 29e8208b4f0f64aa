/* Expected answers: the regular expression between the brackets of "#? [...]".
 *
 * Two programs wrote such suites, and read them differently:
 *
 *     dialect  the expression X is matched as   against
 *     gnugo    ^X$, ungrouped: in 1 A1|B2|C3    the answer's first line, of a refusal ("?") too
 *              the anchors bind 1 A1 and C3
 *              only, and B2 may stand anywhere
 *     gogui    ^(X)$                            the whole answer; every refusal fails
 *
 * (GNU Go's regression/regress.awk; GoGui's gogui-regress.) In both a leading ! negates, blanks
 * around the answer do not count, a dot matches any character, and an answer that is "pass" in any
 * case matches where "pass" or "PASS" does.
 *
 * The expressions are POSIX extended ones. Of what awk and Java have beyond them, backslashes
 * before punctuation (within brackets too) and \d \D \w \W \s \S \n \t are understood; anything
 * else is reported, not misread.
 *
 * A Pattern does not change once it is compiled; any thread may match. */
#ifndef REGRESS_SUITE_PATTERN_H
#define REGRESS_SUITE_PATTERN_H

#include "engine/base/status.h"

#include <regex.h>

typedef enum { DIALECT_GNUGO, DIALECT_GOGUI } Dialect;

typedef struct {
    regex_t regex;
    bool negated;
    Dialect dialect;
} Pattern;

/* Fails with a message where expected, a leading ! included, is no regular expression, or one so
 * large that compiling it might take for ever. Then there is nothing to free. */
bool pattern_compile(Pattern *pattern, const char *expected, Dialect dialect, Status *status);

/* refused: the answer began with "?". */
bool pattern_matches(const Pattern *pattern, bool refused, const char *answer);

void pattern_free(Pattern *pattern);

#endif
