/* What a run of regression suites has found, as JSON: what --json prints, a log keeps, ranks send
 * and the page shows.
 *
 *     run      engine, name, version, date, counts, seconds, problems (how many), suites
 *     suite    suite (its path), counts, seconds, unreadable, results, problems
 *     counts   tests, and a member for each outcome
 *     result   line, id, command, expected (between the brackets), answer (without "= " or "? "),
 *              refused, outcome, message (of an error, else null), setup (the commands that lead to
 *              the position, a line each), seconds, position (of a failed test if the engine tells:
 *              width, height, stones: row by row from the top left, 0 empty, 1 black, 2 white)
 *     problem  line (0: of no line), message: what went wrong outside of tests */
#ifndef REGRESS_SUITE_REPORT_H
#define REGRESS_SUITE_REPORT_H

#include "engine/base/json.h"
#include "engine/base/status.h"

typedef enum {
    TEST_PASSED,
    TEST_FAILED,
    TEST_UNEXPECTED_PASSED, /* marked as an expected failure, but passed */
    TEST_EXPECTED_FAILED,   /* marked so, and failed */
    TEST_IGNORED,           /* marked as not to be counted, whatever the answer */
    TEST_UNSUPPORTED,       /* the engine does not know the command */
    TEST_ERROR,             /* no answer, or a malformed test */
    TEST_OUTCOMES
} TestOutcome;

/* "passed", "failed", "unexpected_passed", "expected_failed", "ignored", "unsupported", "errors".
 */
const char *test_outcome_name(TestOutcome outcome);

/* How many tests of a suite or a run had this outcome. */
int report_count(const json_t *object, TestOutcome outcome);

/* The text of a member; "" if it is null or missing. */
const char *report_text(const json_t *object, const char *key);

/* Sets the counts of a suite by its results, and those of a run by its suites. */
void report_count_suite(json_t *suite);
void report_count_run(json_t *run);

/* Is it a suite with results, each with a command and a known outcome? */
bool report_is_suite(const json_t *suite);

/* Did the test fail unexpectedly, or was it in error? Then the run is a failure. */
bool test_is_bad(const json_t *result);

/* Prints a line for each suite; below it the tests that neither passed nor failed as expected (if
 * verbose, all tests) and its problems; at the end the sums. */
void report_print(const json_t *run, bool verbose, FILE *stream);

#endif
