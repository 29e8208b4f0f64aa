#include "regress/suite/report/report.h"

#include <stdlib.h>
#include <string.h>

const char *test_outcome_name(TestOutcome outcome) {
    static const char *const names[TEST_OUTCOMES] = {
        [TEST_PASSED] = "passed",
        [TEST_FAILED] = "failed",
        [TEST_UNEXPECTED_PASSED] = "unexpected_passed",
        [TEST_EXPECTED_FAILED] = "expected_failed",
        [TEST_IGNORED] = "ignored",
        [TEST_UNSUPPORTED] = "unsupported",
        [TEST_ERROR] = "errors",
    };
    return names[outcome];
}

int test_count_total(const int counts[TEST_OUTCOMES]) {
    int total = 0;
    for (int outcome = 0; outcome < TEST_OUTCOMES; outcome++) {
        total += counts[outcome];
    }
    return total;
}

bool test_is_bad(const Test *test) {
    return test->outcome == TEST_FAILED || test->outcome == TEST_ERROR;
}

bool test_is_unstable(const Test *test) {
    return test->passes > 0 && test->passes < test->runs;
}

void test_free(Test *test) {
    free(test->id);
    free(test->command);
    free(test->expected);
    free(test->answer);
    free(test->message);
    free(test->setup);
    free(test->position.stones);
}

const char *report_file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

void report_free_suite(Suite *suite) {
    for (size_t i = 0; i < suite->test_count; i++) {
        test_free(&suite->tests[i]);
    }
    for (size_t i = 0; i < suite->problem_count; i++) {
        free(suite->problems[i].message);
    }
    free(suite->tests);
    free(suite->problems);
    free(suite->path);
}

void report_free(Report *report) {
    for (size_t i = 0; i < report->suite_count; i++) {
        report_free_suite(&report->suites[i]);
    }
    free(report->suites);
    free(report->engine);
    free(report->engine_name);
    free(report->engine_version);
    *report = (Report){0};
}
