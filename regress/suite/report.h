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

/* The outcome with this name; TEST_OUTCOMES: none. */
TestOutcome test_outcome_find(const char *name);

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

/* ---- Comparison with the --json output of an earlier run (baseline.c). In its suite a test is
 * known by its number and command, so lines may move. A test has passed if the answer matched,
 * whether that was expected or not; ignored tests are left out ---- */

/* Returns NULL, with a message, if the file is not the output of dihedra regress --json. The caller
 * frees the object with json_decref. */
json_t *baseline_load(const char *path, Status *status);

/* Returns an object of lists, which the caller frees: "new_failures" (tests that passed before and
 * do not now, and new tests that failed), "new_passes", "gone" and "new". Each item has suite,
 * line, id, command, and the outcomes "before" and "now" (null if the test did not run). Suites
 * that were not run are not compared. is_whole: all tests of the suites were run, so that a missing
 * one is gone. */
json_t *baseline_compare(const json_t *baseline, const json_t *run, bool is_whole);

void baseline_print(const json_t *comparison, FILE *stream);

#endif
