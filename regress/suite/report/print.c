#include "regress/suite/report/print.h"

#include <math.h>
#include <string.h>

enum { ANSWER_BYTES = 500 }; /* of an answer, in the text; the rest is cut */

/* ---- Text ---- */

static void print_counts(const int counts[TEST_OUTCOMES], double seconds, double cpu_seconds,
                         FILE *stream) {
    static const char *const words[TEST_OUTCOMES] = {
        [TEST_PASSED] = "passed",
        [TEST_FAILED] = "failed",
        [TEST_UNEXPECTED_PASSED] = "passed unexpectedly",
        [TEST_EXPECTED_FAILED] = "failed as expected",
        [TEST_IGNORED] = "ignored",
        [TEST_UNSUPPORTED] = "unsupported",
        [TEST_ERROR] = "in error",
    };
    const int total = test_count_total(counts);
    fprintf(stream, "%d test%s", total, text_plural(total));
    for (int outcome = 0; outcome < TEST_OUTCOMES; outcome++) {
        if (counts[outcome] > 0) {
            fprintf(stream, ", %d %s", counts[outcome], words[outcome]);
        }
    }
    fprintf(stream, "; %.1f s", seconds);
    if (isfinite(cpu_seconds)) {
        fprintf(stream, ", %.1f s of processor time", cpu_seconds);
    }
    fputc('\n', stream);
}

/* Prints the start of an answer's first line, with "..." if there is more. */
static void print_answer(const Test *test, FILE *stream) {
    const size_t line = strcspn(test->answer, "\n"),
                 length = line < ANSWER_BYTES ? line : ANSWER_BYTES;
    fprintf(stream, "%s%.*s%s", test->refused ? "? " : "", (int)length, test->answer,
            test->answer[length] == '\0' ? "" : " ...");
}

static void print_test(const Suite *suite, const Test *test, FILE *stream) {
    fprintf(stream, "  %s:%d %s%s%s: ", report_file_name(suite->path), test->line, test->id,
            test->id[0] == '\0' ? "" : " ", test->command);
    switch (test->outcome) {
    case TEST_ERROR:
        fprintf(stream, "error: %s", test->message);
        break;
    case TEST_UNSUPPORTED:
        fputs("unsupported", stream);
        break;
    case TEST_FAILED:
    case TEST_EXPECTED_FAILED:
        fprintf(stream, "%sexpected [%s], got ",
                test->outcome == TEST_FAILED ? "" : "failed as expected: ", test->expected);
        print_answer(test, stream);
        break;
    case TEST_PASSED:
    case TEST_UNEXPECTED_PASSED:
    case TEST_IGNORED:
    case TEST_OUTCOMES:
        fprintf(stream, "%s: ",
                test->outcome == TEST_UNEXPECTED_PASSED ? "passed unexpectedly"
                                                        : test_outcome_name(test->outcome));
        print_answer(test, stream);
        break;
    }
    if (test_is_unstable(test)) {
        fprintf(stream, " (unstable: %d of %d runs matched)", test->passes, test->runs);
    }
    fputc('\n', stream);
}

static bool is_news(const Test *test) {
    return test_is_bad(test) || test->outcome == TEST_UNEXPECTED_PASSED || test_is_unstable(test);
}

static void print_suite(const Suite *suite, bool verbose, FILE *stream) {
    fprintf(stream, "%s: ", suite->path);
    print_counts(suite->counts, suite->seconds, suite->cpu_seconds, stream);
    for (size_t i = 0; i < suite->test_count; i++) {
        if (verbose || is_news(&suite->tests[i])) {
            print_test(suite, &suite->tests[i], stream);
        }
    }
    for (size_t i = 0; i < suite->problem_count; i++) {
        fprintf(stream, "  problem: %s\n", suite->problems[i].message);
    }
}

void print_report(const Report *report, bool verbose, FILE *stream) {
    for (size_t i = 0; i < report->suite_count; i++) {
        print_suite(&report->suites[i], verbose, stream);
    }
    fprintf(stream, "%s %s, all: ", report->engine_name, report->engine_version);
    print_counts(report->counts, report->seconds, report->cpu_seconds, stream);
}

/* ---- JSON ---- */

static void set_counts(json_t *object, const int counts[TEST_OUTCOMES], double seconds,
                       double cpu_seconds) {
    json_set_figure(object, "tests", test_count_total(counts), 0);
    for (TestOutcome outcome = 0; outcome < TEST_OUTCOMES; outcome++) {
        json_set_figure(object, test_outcome_name(outcome), counts[outcome], 0);
    }
    json_set_figure(object, "seconds", seconds, 3);
    json_set_figure(object, "cpu_seconds", cpu_seconds, 3);
}

json_t *print_test_json(const Test *test) {
    json_t *object = json_new_object();
    json_set_figure(object, "line", test->line, 0);
    json_set_text(object, "id", test->id);
    json_set_text(object, "command", test->command);
    json_set_text(object, "expected", test->expected);
    json_set_text(object, "answer", test->answer);
    json_set_value(object, "refused", json_boolean(test->refused));
    json_set_text(object, "outcome", test_outcome_name(test->outcome));
    json_set_text(object, "message", test->message);
    json_set_text(object, "setup", test->setup);
    json_set_figure(object, "seconds", test->seconds, 6);
    json_set_figure(object, "cpu_seconds", test->cpu_seconds, 3);
    json_set_figure(object, "runs", test->runs, 0);
    json_set_figure(object, "passes", test->passes, 0);
    return object;
}

json_t *print_problem_json(const Problem *problem) {
    json_t *object = json_new_object();
    json_set_figure(object, "line", problem->line, 0);
    json_set_text(object, "message", problem->message);
    return object;
}

static json_t *suite_to_json(const Suite *suite) {
    json_t *object = json_new_object(), *results = json_new_array(), *problems = json_new_array();
    json_set_text(object, "suite", suite->path);
    set_counts(object, suite->counts, suite->seconds, suite->cpu_seconds);
    json_set_value(object, "unreadable", json_boolean(suite->unreadable));
    json_set_value(object, "results", results);
    json_set_value(object, "problems", problems);
    for (size_t i = 0; i < suite->test_count; i++) {
        json_add_value(results, print_test_json(&suite->tests[i]));
    }
    for (size_t i = 0; i < suite->problem_count; i++) {
        json_add_value(problems, print_problem_json(&suite->problems[i]));
    }
    return object;
}

static int count_unstable(const Report *report) {
    int count = 0;
    for (size_t i = 0; i < report->suite_count; i++) {
        const Suite *suite = &report->suites[i];
        for (size_t k = 0; k < suite->test_count; k++) {
            count += test_is_unstable(&suite->tests[k]);
        }
    }
    return count;
}

json_t *print_json(const Report *report) {
    json_t *object = json_new_object(), *suites = json_new_array();
    json_set_text(object, "engine", report->engine);
    json_set_text(object, "name", report->engine_name);
    json_set_text(object, "version", report->engine_version);
    set_counts(object, report->counts, report->seconds, report->cpu_seconds);
    json_set_figure(object, "unstable", count_unstable(report), 0);
    json_set_figure(object, "problems", (double)report->problem_count, 0);
    json_set_value(object, "suites", suites);
    for (size_t i = 0; i < report->suite_count; i++) {
        json_add_value(suites, suite_to_json(&report->suites[i]));
    }
    return object;
}
