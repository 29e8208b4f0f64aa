/* What a run of regression suites has found out, and its reports: text and JSON (print.c), JUnit
 * (junit.c), a page (html.c).
 *
 * Invariant: a Report does not change once the runner (run.h) has handed it out; any thread may
 * read it. It owns all its texts. */
#ifndef REGRESS_SUITE_REPORT_REPORT_H
#define REGRESS_SUITE_REPORT_REPORT_H

#include "engine/base/json.h"
#include "engine/base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

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

/* The position after a failed test, by the engine under test or another engine in the same
 * position. */
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
    char *message;      /* what went wrong, one line; NULL unless outcome is TEST_ERROR */
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

/* ---- Reports --------------------------------------------------------------------------------- */

/* Prints a line for each suite; below it the tests that neither passed nor failed as expected (if
 * verbose, all tests) and its problems; at the end the sums. */
void report_print(const Report *report, bool verbose, FILE *stream);

/* Return an object, which the caller frees with json_decref: the report as --json prints it, and
 * parts of it. A position that is not known is null. */
json_t *report_to_json(const Report *report);
json_t *test_to_json(const Test *test);
json_t *problem_to_json(const Problem *problem);
json_t *test_position_to_json(const TestPosition *position);

/* Writes the page of the report (regress/page/suite.js) to index.html in the folder, which is made
 * if necessary. This function and the next write a file whole or not at all. */
bool report_write_html(const Report *report, const char *folder, Status *status);

/* Writes the report to path as JUnit XML, which Jenkins and GitLab read. A suite is a testsuite.
 * Failed tests are failures; expected failures, ignored and unsupported tests are skipped, with the
 * reason; unexpected passes are passed, with a note. Problems are in the suite's system-err. A
 * suite that could not be read has one test in error, so that its absence is noticed. */
bool report_write_junit(const Report *report, const char *path, Status *status);

enum { SUITE_NAME_MAX = 80 }; /* bytes, the NUL included */

typedef struct {
    char text[SUITE_NAME_MAX];
} SuiteName;

/* Returns a short unique name for each suite: classes of JUnit tests, addresses within the page.
 * The caller frees the list with free(). A name is the file's without ".tst"; characters other than
 * letters, digits, '_', '-' and '.' become '-'. If another suite (ignoring case) or the page
 * "index" already has the name, a number is appended. */
SuiteName *report_suite_names(const Report *report);

#endif
