/* What a run of regression suites has found out. The runner (run.h) makes it; all reports read it:
 * text, JSON, JUnit, HTML, the comparison with a baseline.
 *
 * Invariant: a Report does not change once the runner has handed it out; any thread may read it.
 * The report owns all its texts; report_free frees them. */
#ifndef REGRESS_SUITE_REPORT_REPORT_H
#define REGRESS_SUITE_REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The outcome of a test. */
typedef enum {
    TEST_PASSED,
    TEST_FAILED,
    TEST_UNEXPECTED_PASSED, /* marked as an expected failure, but passed */
    TEST_EXPECTED_FAILED,   /* marked so, and failed */
    TEST_IGNORED,           /* marked as not to be counted, whatever the answer */
    TEST_UNSUPPORTED,       /* the engine does not know the command */
    TEST_ERROR,             /* no answer, or a malformed test: message says why */
    TEST_OUTCOMES
} TestOutcome;

/* "passed", "failed", "unexpected_passed", "expected_failed", "ignored", "unsupported", "errors":
 * the keys of the counts in JSON and the names in every report. */
const char *test_outcome_name(TestOutcome outcome);

/* The position after a failed test, as the engine under test tells it, or another engine that was
 * led there. */
typedef struct {
    int width, height; /* 0: not known */
    uint8_t *stones;   /* width * height, row by row from the top left: 0 empty, 1 black, 2 white */
} TestPosition;

typedef struct {
    int line;           /* of the command in its suite, from 1 */
    char *id;           /* the number before the command; "": none */
    char *command;      /* without id and comment */
    char *expected;     /* the text between the brackets, a leading ! included */
    char *answer;       /* the whole answer, without "= " or "? "; "": none came */
    bool refused;       /* the answer began with "?" */
    char *message;      /* one line that says what went wrong; NULL unless outcome is TEST_ERROR */
    char *setup;        /* how to reach the position by hand: the commands since the last loadsgf,
                           clear_board or boardsize, that one included, one a line */
    double seconds;     /* that the answer took */
    double cpu_seconds; /* processor time, by the engine's cputime; NAN if it has no such command */
    TestOutcome outcome;
    int runs, passes; /* how often it was run, and how often the answer matched (--repeat); answer
                         and the rest are of the last run that decided the outcome */
    TestPosition position; /* of tests that failed or were in error, if it is known */
} Test;

/* Something that went wrong outside of tests, such as a missing game or an engine that exited: one
 * line for people. */
typedef struct {
    int line; /* of the suite; 0: no particular line */
    char *message;
} Problem;

typedef struct {
    char *path;      /* as given */
    bool unreadable; /* there are no tests, and a problem says why */
    Test *tests;     /* in the order of the file */
    size_t test_count;
    Problem *problems;
    size_t problem_count;
    int counts[TEST_OUTCOMES];
    double seconds;     /* wall time of this suite */
    double cpu_seconds; /* processor time; NAN if the engine has no cputime */
} Suite;

typedef struct {
    char *engine;      /* the command line */
    char *engine_name; /* its answers to name and version; "": none */
    char *engine_version;
    Suite *suites; /* in the order given */
    size_t suite_count;
    int counts[TEST_OUTCOMES]; /* of all suites */
    size_t problem_count;
    double seconds; /* wall time of all */
    double cpu_seconds;
} Report;

/* The sum of the counts. */
int test_count_total(const int counts[TEST_OUTCOMES]);

/* The part of a path after the last slash: what reports call a suite. */
const char *report_file_name(const char *path);

/* Did the test fail unexpectedly, or was it in error? Then the run is a failure. */
bool test_is_bad(const Test *test);

/* Did some runs of the test pass and others not? */
bool test_is_unstable(const Test *test);

/* Free what they own, not the test, the suite or the report itself. */
void test_free(Test *test);
void report_free_suite(Suite *suite);
void report_free(Report *report);

#endif
