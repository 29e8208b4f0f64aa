/* What a run of regression suites found out: made by the runner (run.h), read by everything that
 * reports (JSON, JUnit, HTML, the text on the terminal, the comparison with a baseline).
 *
 * Invariant: once the runner hands a Report out it does not change any more. All texts are the
 * report's own; report_free frees them. */
#ifndef REGRESS_SUITE_REPORT_H
#define REGRESS_SUITE_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What became of a test. Each test is exactly one of these. */
typedef enum {
    TEST_PASSED,
    TEST_FAILED,
    TEST_UNEXPECTED_PASSED, /* marked as an expected failure, and passed */
    TEST_EXPECTED_FAILED,   /* marked so, and failed */
    TEST_IGNORED,           /* marked as one not to count, whatever the answer */
    TEST_UNSUPPORTED,       /* the engine does not know the command */
    TEST_ERROR,             /* no answer, or no test: message says why */
    TEST_OUTCOMES
} TestOutcome;

/* "passed", "failed", "unexpected_passed", "expected_failed", "ignored", "unsupported", "errors":
 * the keys of the counts in JSON and the names in every report. */
const char *test_outcome_name(TestOutcome outcome);

/* A position after a failed test, as the engine under test tells it or another that follows it. */
typedef struct {
    int width, height; /* 0: not known */
    uint8_t *stones;   /* width * height, row by row from the top left: 0 empty, 1 black, 2 white */
} TestPosition;

typedef struct {
    int line;           /* of the command in its suite, from 1 */
    char *id;           /* the number before the command, "" where it has none */
    char *command;      /* without id and comment */
    char *expected;     /* what stands between the brackets, a leading ! included */
    char *answer;       /* the whole answer, without "= " or "? "; "" where there was none */
    bool refused;       /* the answer began with "?" */
    char *message;      /* one line: what went wrong; NULL unless outcome is TEST_ERROR */
    char *setup;        /* the commands since the last loadsgf, clear_board or boardsize, that one
                           included, a line each: how to come to this position by hand */
    double seconds;     /* the answer took */
    double cpu_seconds; /* by the engine's own cputime, NAN where it has none */
    TestOutcome outcome;
    int runs, passes;  /* with --repeat: how often it was run, and how often the answer matched;
                          answer and the rest are of the last run that decided the outcome */
    TestPosition position; /* of tests that failed, by failure or error, where it is told */
} Test;

/* Something that went wrong outside of any test: a line of the suite that is no command, a game
 * that is missing, an engine that died. Each is one line for people. */
typedef struct {
    int line; /* of the suite; 0: none in particular */
    char *message;
} Problem;

typedef struct {
    char *path;      /* as given */
    bool unreadable; /* the file could not be read: no tests, and a problem that says why */
    Test *tests;     /* in the order of the file */
    size_t test_count;
    Problem *problems;
    size_t problem_count;
    int counts[TEST_OUTCOMES];
    double seconds;     /* wall time of this suite */
    double cpu_seconds; /* NAN where the engine has no cputime */
} Suite;

typedef struct {
    char *engine;      /* the command line */
    char *engine_name; /* its answers to name and version, "" where it gave none */
    char *engine_version;
    Suite *suites; /* in the order given */
    size_t suite_count;
    int counts[TEST_OUTCOMES]; /* of all suites */
    size_t problem_count;
    double seconds; /* wall time of all */
    double cpu_seconds;
} Report;

/* How many tests these counts are of. */
int test_count_total(const int counts[TEST_OUTCOMES]);

/* What stands behind the last slash of a path: how reports call a suite. */
const char *report_file_name(const char *path);

/* It failed, unexpectedly, or was in error: what makes a run a bad one. */
bool test_is_bad(const Test *test);

/* Not every run gave the same verdict. */
bool test_is_unstable(const Test *test);

/* Free what they hold, not the test or the report itself. */
void test_free(Test *test);
void report_free(Report *report);

#endif
