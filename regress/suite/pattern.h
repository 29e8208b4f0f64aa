/* Expected answers: the regular expression between the brackets of "#? [...]".
 *
 * The two programs that introduced such suites read them differently:
 *
 *     dialect  the expression X is matched as   against
 *     gnugo    ^X$, ungrouped: in 1 A1|B2|C3    the answer's first line, of a refusal ("?") too
 *              the anchors bind 1 A1 and C3
 *              only, and B2 may stand anywhere
 *     gogui    ^(X)$                            the whole answer; every refusal fails
 *
 * (GNU Go's regression/regress.awk; GoGui's gogui-regress.) In both, a leading ! negates, blanks
 * around the answer are ignored, a dot matches any character, and an answer with the word "pass",
 * in upper or lower case, matches if it does with "pass" or with "PASS", as GNU Go spells it.
 *
 * Expressions are POSIX extended ones. Of the extensions in awk and Java, backslashes before
 * punctuation (within brackets too) and \d \D \w \W \s \S \n \t are understood; anything else is
 * an error, so that nothing is misread.
 *
 * A Pattern does not change once it is compiled; any thread may match. */
#ifndef REGRESS_SUITE_PATTERN_H
#define REGRESS_SUITE_PATTERN_H

#include "engine/base/status.h"

#include <regex.h>

typedef enum {
    DIALECT_GNUGO,
    DIALECT_GOGUI,
    DIALECT_CHECKS, /* of `dihedra comply`; its expressions are GoGui's */
} Dialect;

typedef struct {
    regex_t regex;
    bool negated;
    Dialect dialect;
} Pattern;

/* Compiles the expected answer, a leading ! included. Fails if it is not a regular expression, or
 * is so large that compiling it might take forever; then there is nothing to free. */
bool pattern_compile(Pattern *pattern, const char *expected, Dialect dialect, Status *status);

/* Does the answer match? refused: it began with "?". */
bool pattern_accepts(const Pattern *pattern, bool refused, const char *answer);

void pattern_free(Pattern *pattern);

#endif
