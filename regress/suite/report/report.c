#include "regress/suite/report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/base/memory.h"

#include "engine/base/os/files.h"

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
    return path + os_folder_length(path);
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

/* ---- Names of suites ---- */

/* "some/folder/owl attack.tst" gives "owl-attack". No name begins with a dot, because such files
 * are hidden. */
static SuiteName name_of_path(const char *path) {
    enum { NUMBER_ROOM = 12 };
    const char *base = report_file_name(path);
    size_t length = strlen(base);
    if (length > 4 && strcmp(base + length - 4, ".tst") == 0) {
        length -= 4;
    }
    if (length > SUITE_NAME_MAX - 1 - NUMBER_ROOM) {
        length = SUITE_NAME_MAX - 1 - NUMBER_ROOM;
    }
    SuiteName name = {"suite"};
    for (size_t i = 0; i < length; i++) {
        const char c = base[i];
        const bool is_kept = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                             (c >= '0' && c <= '9') || c == '_' || (c == '.' && i > 0);
        name.text[i] = is_kept ? c : '-';
        name.text[i + 1] = '\0';
    }
    return name;
}

static bool is_taken(const SuiteName *names, size_t count, const char *text) {
    bool taken = strcasecmp(text, "index") == 0;
    for (size_t i = 0; i < count && !taken; i++) {
        taken = strcasecmp(text, names[i].text) == 0;
    }
    return taken;
}

SuiteName *report_suite_names(const Report *report) {
    SuiteName *names = memory_new(report->suite_count, sizeof *names);
    for (size_t i = 0; i < report->suite_count; i++) {
        SuiteName name = name_of_path(report->suites[i].path);
        const size_t length = strlen(name.text);
        for (unsigned number = 2; is_taken(names, i, name.text); number++) {
            snprintf(name.text + length, sizeof name.text - length, "-%u", number);
        }
        names[i] = name;
    }
    return names;
}
