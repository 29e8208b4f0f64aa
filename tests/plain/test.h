/* The tests that register themselves with the stand-in for Criterion, and the run of one of them.
 * Each test has its own thread, so that it can be left from any depth. One test of a process
 * runs at a time. */
#ifndef TESTS_PLAIN_TEST_H
#define TESTS_PLAIN_TEST_H

#include <criterion/criterion.h>

typedef enum { TEST_PASSED, TEST_FAILED, TEST_SKIPPED } TestOutcome;

/* The first of all tests, in order of suite and name. */
const PlainTest *test_first(void);

/* Runs a test. Prints "[RUN ] suite::name" before it, as it may crash, and its outcome after it. If
 * another thread than the test's own fails, the process ends. */
TestOutcome test_run(const PlainTest *test);

#endif
