#include "tests/support/reader/matches.h"

#include <criterion/criterion.h>
#include <regex.h>

enum { EXPRESSIONS_MAX = 64 };

/* The compiled expression, kept for good. */
static const regex_t *compiled(const char *expression) {
    static const char *expressions[EXPRESSIONS_MAX];
    static regex_t all[EXPRESSIONS_MAX];
    int i = 0;
    while (expressions[i] != NULL && expressions[i] != expression) {
        i++;
        cr_assert_lt(i, EXPRESSIONS_MAX);
    }
    if (expressions[i] == NULL) {
        cr_assert_eq(regcomp(&all[i], expression, REG_EXTENDED), 0, "%s", expression);
        expressions[i] = expression;
    }
    return &all[i];
}

bool matches(const char *text, const char *expression) {
    return regexec(compiled(expression), text, 0, NULL, 0) == 0;
}

size_t match_length(const char *text, const char *expression) {
    regmatch_t match;
    const bool ok = regexec(compiled(expression), text, 1, &match, 0) == 0;
    return ok && match.rm_so == 0 ? (size_t)match.rm_eo : 0;
}
