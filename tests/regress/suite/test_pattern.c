/* regress/suite/pattern: tables of cases in both dialects; which extensions of awk and Java are
 * understood, and which are errors. The oracle is awk itself, which GNU Go's own runner uses. */
#include "hash/random.h"
#include "regress/suite/pattern.h"
#include "tests/support/program/temporary_path.h"

/* 'y' or 'n': whether it matches; '!': it does not compile. */
static char verdict(const char *expected, Dialect dialect, bool refused, const char *answer) {
    Pattern pattern;
    Status status;
    if (!pattern_compile(&pattern, expected, dialect, &status)) {
        return '!';
    }
    const bool matches = pattern_accepts(&pattern, refused, answer);
    pattern_free(&pattern);
    return matches ? 'y' : 'n';
}

typedef struct {
    const char *expected, *answer;
    const char *verdicts; /* gnugo's and gogui's */
    bool refused;
} Case;

static void check(const Case *cases, size_t count) {
    for (const Case *c = cases; c < cases + count; c++) {
        for (Dialect dialect = DIALECT_GNUGO; dialect <= DIALECT_GOGUI; dialect++) {
            const char got = verdict(c->expected, dialect, c->refused, c->answer);
            cr_assert_eq(got, c->verdicts[dialect], "[%s], dialect %d, \"%s\": %c", c->expected,
                         (int)dialect, c->answer, got);
        }
    }
}

Test(pattern, matches_as_the_dialects_do) {
    static const Case cases[] = {
        {"D4", "D4", "yy", false},
        {"D4", "D14", "nn", false},
        {"D4", "D4 E5", "nn", false},
        {"D4", " D4 ", "yy", false},
        {"D4", "d4", "nn", false},
        {"D4|Q16", "Q16", "yy", false},
        /* ungrouped: only the first has the ^, only the last has the $ */
        {"1 T15|O13|P12", "1 T15", "yy", false},
        {"1 T15|O13|P12", "1 O13", "yn", false},
        {"1 T15|O13|P12", "1 P12", "yn", false},
        {"1 T15|O13|P12", "T15", "nn", false},
        {"1 T15|O13|P12", "1 T155", "yn", false},
        {"1 T15|O13|P12", "P125", "nn", false},
        {"1 (T15|O13|P12)", "1 O13", "yy", false},
        {"1 (T15|O13|P12)", "1 O134", "nn", false},
        {"1 .+", "1 K10", "yy", false},
        {"1 .+", "1 ", "nn", false},
        {"", "", "yy", false},
        {"", "x", "nn", false},
        {"(..+)?", "", "yy", false},
        {"D[45]", "D5", "yy", false},
        {"[A-C]1", "B1", "yy", false},
    };
    check(cases, sizeof cases / sizeof cases[0]);
}

Test(pattern, negates) {
    static const Case cases[] = {
        {"!D4", "D4", "nn", false},     {"!D4", "E4", "yy", false},
        {"!D4|E4", "E4", "nn", false},  {"!D4|E4", "F4", "yy", false},
        {"!", "", "nn", false},         {"!", "x", "yy", false},
        {"!!", "!", "nn", false},       {"!D4|E4", "E45", "yy", false},
        {"!D4|E4", "D45", "ny", false},
    };
    check(cases, sizeof cases / sizeof cases[0]);
}

Test(pattern, sees_refusals_and_lines_as_the_dialects_do) {
    static const Case cases[] = {
        {"illegal move", "illegal move", "yn", true},
        {"!illegal move", "illegal move", "nn", true},
        {"!illegal move", "syntax error", "yn", true},
        {"D4", "D4\nE5", "yn", false},
        {"D4.E5", "D4\nE5", "ny", false},
        {"D4 E5", "D4\nE5", "nn", false},
        {"", "\n  A B C", "yn", false},
        {"A B C", "\n  A B C", "ny", false},
        {"!E5", "D4\nE5", "yy", false},
    };
    check(cases, sizeof cases / sizeof cases[0]);
}

/* But of no other word. */
Test(pattern, folds_the_case_of_pass) {
    static const Case cases[] = {
        {"pass", "PASS", "yy", false},         {"PASS", "pass", "yy", false},
        {"PASS", "Pass", "yy", false},         {"!PASS", "pass", "nn", false},
        {"D4|PASS", "pass", "yy", false},      {"[Pp]ass", "PASS", "yy", false},
        {"passe", "PASSE", "nn", false},       {"D4", "pass", "nn", false},
        {"1 0 PASS", "1 0 pass", "yy", false}, {"1 (PASS|P6)", "1 pass", "yy", false},
        {"pass D4", "PASS D4", "yy", false},   {"pass d4", "PASS D4", "nn", false},
        {"!1 PASS", "1 pass", "nn", false},    {"PASS PASS", "pass Pass", "yy", false},
        {"1 PASSES", "1 passes", "nn", false},
    };
    check(cases, sizeof cases / sizeof cases[0]);
}

Test(pattern, understands_escapes) {
    static const Case cases[] = {
        {"W\\+32.5", "W+32.5", "yy", false},
        {"W\\+32\\.5", "W+3225", "nn", false},
        {"\\(x\\)?", "(x", "yy", false},
        {"\\[1\\]", "[1]", "yy", false},
        {"a\\/b\\\"\\'", "a/b\"'", "yy", false},
        {"\\\\", "\\", "yy", false},
        {"[A-T]\\d\\d?", "Q16", "yy", false},
        {"\\D\\d", "D4", "yy", false},
        {"\\D\\d", "44", "nn", false},
        {"\\w+\\s\\w+", "seki 1", "yy", false},
        {"\\W\\S", "-x", "yy", false},
        {"\\W\\S", "xx", "nn", false},
        {"a\\tb", "a\tb", "yy", false},
        {"a\\nb", "a\nb", "ny", false},
        {"[\\d.]+", "3.5", "yy", false},
        {"[\\w\\s]+", "a b_1", "yy", false},
        {"[\\]x]+", "]x", "yy", false},
        {"[^\\]]", "]", "nn", false},
        {"[x\\^]", "^", "yy", false},
        {"[a\\-c]", "b", "nn", false},
        {"[a\\-c]", "-", "yy", false},
        {"[\\\\]", "\\", "yy", false},
        {"[\\.]", ".", "yy", false},
        {"[]x]", "]", "yy", false},
        {"[^]x]", "y", "yy", false},
        {"[[:digit:]]+", "42", "yy", false},
        {"x{2,3}", "xxx", "yy", false},
        {"x{2,3}", "xxxx", "nn", false},
    };
    check(cases, sizeof cases / sizeof cases[0]);
}

Test(pattern, reports_what_it_cannot_read) {
    static const struct {
        const char *expected, *message;
    } cases[] = {
        {"\\bD4", "[\\bD4] \\b is not supported"},
        {"(a)\\1", "[(a)\\1] \\1 is not supported"},
        {"[\\W]", "[[\\W]] \\W within brackets is not supported"},
        {"D4\\", "[D4\\] ends in a backslash"},
        {"[D4\\", "[[D4\\] ends in a backslash"},
        {"[D4", "[[D4] has a [ without its ]"},
        {"(?:D4)", "[(?:D4)] has a (?, which is not supported"},
        {"a+?", "[a+?] repeats a repetition, which is not supported"},
        {"a{2}{2}", "[a{2}{2}] repeats a repetition, which is not supported"},
        {"a{2", "[a{2] has a { without its }"},
        {"((((((a{9}){9}){9}){9}){9}){9})", "[((((((a{9}){9}){9}){9}){9}){9})] is too large with "
                                            "its repetitions"},
        {"a{99999999999999999999}", "[a{99999999999999999999}] is too large with its repetitions"},
        {"(((((((((((((a+)+)+)+)+)+)+)+)+)+)+)+)+)",
         "[(((((((((((((a+)+)+)+)+)+)+)+)+)+)+)+)+)] is too large with its repetitions"},
        {"(a", NULL},
        {"[z-a]", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (Dialect dialect = DIALECT_GNUGO; dialect <= DIALECT_GOGUI; dialect++) {
            Pattern pattern;
            Status status = {""};
            cr_assert_not(pattern_compile(&pattern, cases[i].expected, dialect, &status), "%s",
                          cases[i].expected);
            if (cases[i].message != NULL) {
                cr_assert_str_eq(status.text, cases[i].message, "%s", status.text);
            } else {
                cr_assert_not_null(strstr(status.text, "] is not a regular expression: "), "%s",
                                   status.text);
            }
        }
    }
}

/* ---- Against awk ---- */

static const char *pick(SplitMix *random, const char *const *texts, size_t count) {
    return texts[splitmix_next(random) % count];
}

/* A random expression: atoms, some of them repeated, and alternatives, some of them grouped. Groups
 * are not repeated: mawk errs there ("2B" is [^A1](1*BA*)*[AB]?[^A1]+). */
static void write_expression(SplitMix *random, char *text) {
    static const char *const atoms[] = {"A", "B", "1", ".", "[AB]", "[^A1]", "[1-2]", "A", "1"};
    static const char *const repetitions[] = {"", "", "", "*", "+", "?"};
    int depth = 0;
    *text = '\0';
    for (uint64_t left = 1 + splitmix_next(random) % 7; left > 0; left--) {
        const bool opens = splitmix_next(random) % 6 == 0, closes = splitmix_next(random) % 4 == 0;
        strcat(text, opens ? "(" : "");
        strcat(text, pick(random, atoms, 9));
        strcat(text, pick(random, repetitions, 6));
        depth += opens;
        if (closes && depth > 0) {
            strcat(text, ")");
            depth--;
        } else if (left > 1 && splitmix_next(random) % 5 == 0) {
            strcat(text, "|");
        }
    }
    while (depth-- > 0) {
        strcat(text, ")");
    }
}

Test(pattern, matches_as_awk_does) {
    enum { CASES = 4000, SIZE = 128 };
    static const char *const letters[] = {"A", "B", "1", "2"};
    static char verdicts[CASES], expressions[CASES][SIZE], answers[CASES][16];
    char path[TEMPORARY_PATH_MAX], command[SIZE], line[SIZE];
    SplitMix random = {1};
    temporary_path(path);
    FILE *cases = fopen(path, "w");
    for (int i = 0; i < CASES; i++) {
        write_expression(&random, expressions[i]);
        for (uint64_t left = splitmix_next(&random) % 6; left > 0; left--) {
            strcat(answers[i], pick(&random, letters, 4));
        }
        verdicts[i] = verdict(expressions[i], DIALECT_GNUGO, false, answers[i]);
        fprintf(cases, "%s;%s\n", expressions[i], answers[i]);
    }
    fclose(cases);
    snprintf(command, sizeof command,
             "awk -F';' '{ print (match($2, \"^\" $1 \"$\") ? \"y\" : \"n\") }' %s", path);
    FILE *awk = popen(command, "r");
    int matches = 0;
    for (int i = 0; i < CASES; i++) {
        cr_assert_not_null(fgets(line, sizeof line, awk));
        cr_assert_eq(verdicts[i], line[0], "[%s], %s: awk says %c, we say %c", expressions[i],
                     answers[i], line[0], verdicts[i]);
        matches += line[0] == 'y';
    }
    cr_assert_eq(pclose(awk), 0);
    cr_assert(matches > CASES / 10 && matches < CASES, "%d matches", matches);
}
