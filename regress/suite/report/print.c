/* A report as text for people and as JSON for programs. */
#include <math.h>
#include <string.h>

#include "engine/base/json.h"
#include "regress/suite/report/report.h"

enum { ANSWER_BYTES = 500 }; /* of an answer, in the text; the rest is cut */

/* ---- Text ---- */

static const char *const WORDS[TEST_OUTCOMES] = {
    [TEST_PASSED] = "passed",
    [TEST_FAILED] = "failed",
    [TEST_UNEXPECTED_PASSED] = "passed unexpectedly",
    [TEST_EXPECTED_FAILED] = "failed as expected",
    [TEST_IGNORED] = "ignored",
    [TEST_UNSUPPORTED] = "unsupported",
    [TEST_ERROR] = "in error",
};

static void add_counts(const int counts[TEST_OUTCOMES], double seconds, double cpu_seconds,
                       Text *text) {
    const int total = test_count_total(counts);
    text_add(text, "%d test%s", total, text_plural(total));
    for (int outcome = 0; outcome < TEST_OUTCOMES; outcome++) {
        if (counts[outcome] > 0) {
            text_add(text, ", %d %s", counts[outcome], WORDS[outcome]);
        }
    }
    text_add(text, "; %.1f s", seconds);
    if (isfinite(cpu_seconds)) {
        text_add(text, ", %.1f s of processor time", cpu_seconds);
    }
    text_add(text, "\n");
}

/* Adds the test with the start of its answer's first line, and "..." if there is more. */
static void add_test(const Suite *suite, const Test *test, Text *text) {
    const size_t line = strcspn(test->answer, "\n"),
                 length = line < ANSWER_BYTES ? line : ANSWER_BYTES;
    const TestOutcome outcome = test->outcome;
    text_add(text, "  %s:%d %s%s%s: ", report_file_name(suite->path), test->line, test->id,
             test->id[0] == '\0' ? "" : " ", test->command);
    if (outcome == TEST_ERROR) {
        text_add(text, "error: %s", test->message);
    } else if (outcome == TEST_UNSUPPORTED) {
        text_add(text, "%s", WORDS[outcome]);
    } else {
        if (outcome != TEST_FAILED) {
            text_add(text, "%s: ", WORDS[outcome]);
        }
        if (outcome == TEST_FAILED || outcome == TEST_EXPECTED_FAILED) {
            text_add(text, "expected [%s], got ", test->expected);
        }
        text_add(text, "%s%.*s%s", test->refused ? "? " : "", (int)length, test->answer,
                 test->answer[length] == '\0' ? "" : " ...");
    }
    if (test_is_unstable(test)) {
        text_add(text, " (unstable: %d of %d runs matched)", test->passes, test->runs);
    }
    text_add(text, "\n");
}

static void add_suite(const Suite *suite, bool verbose, Text *text) {
    text_add(text, "%s: ", suite->path);
    add_counts(suite->counts, suite->seconds, suite->cpu_seconds, text);
    for (size_t i = 0; i < suite->test_count; i++) {
        const Test *test = &suite->tests[i];
        if (verbose || test_is_bad(test) || test_is_unstable(test) ||
            test->outcome == TEST_UNEXPECTED_PASSED) {
            add_test(suite, test, text);
        }
    }
    for (size_t i = 0; i < suite->problem_count; i++) {
        text_add(text, "  problem: %s\n", suite->problems[i].message);
    }
}

void report_print(const Report *report, bool verbose, FILE *stream) {
    Text text = {0};
    for (size_t i = 0; i < report->suite_count; i++) {
        add_suite(&report->suites[i], verbose, &text);
    }
    text_add(&text, "%s %s, all: ", report->engine_name, report->engine_version);
    add_counts(report->counts, report->seconds, report->cpu_seconds, &text);
    fputs(text_make_printable(text.bytes, "\n"), stream);
    text_free(&text);
}

/* ---- JSON ---- */

static void set_counts(json_t *object, const int counts[TEST_OUTCOMES], double seconds,
                       double cpu_seconds) {
    json_set_figure(object, "tests", test_count_total(counts), 0);
    for (TestOutcome outcome = 0; outcome < TEST_OUTCOMES; outcome++) {
        json_set_figure(object, test_outcome_name(outcome), counts[outcome], 0);
    }
    json_set_packed(object, "{s:o, s:o}", "seconds", json_new_figure(seconds, 3), "cpu_seconds",
                    json_new_figure(cpu_seconds, 3));
}

json_t *test_to_json(const Test *test) {
    return json_new_packed(
        "{s:i, s:o, s:o, s:o, s:o, s:b, s:s, s:o, s:o, s:o, s:o, s:i, s:i}", "line", test->line,
        "id", json_new_text(test->id), "command", json_new_text(test->command), "expected",
        json_new_text(test->expected), "answer", json_new_text(test->answer), "refused",
        test->refused, "outcome", test_outcome_name(test->outcome), "message",
        json_new_text(test->message), "setup", json_new_text(test->setup), "seconds",
        json_new_figure(test->seconds, 6), "cpu_seconds", json_new_figure(test->cpu_seconds, 3),
        "runs", test->runs, "passes", test->passes);
}

json_t *problem_to_json(const Problem *problem) {
    return json_new_packed("{s:i, s:o}", "line", problem->line, "message",
                           json_new_text(problem->message));
}

json_t *test_position_to_json(const TestPosition *position) {
    if (position->width == 0) {
        return json_null();
    }
    Text stones = {0};
    for (int i = 0; i < position->width * position->height; i++) {
        text_add(&stones, "%d", position->stones[i]);
    }
    json_t *object = json_new_packed("{s:i, s:i, s:s}", "width", position->width, "height",
                                     position->height, "stones", text_get(&stones));
    text_free(&stones);
    return object;
}

static json_t *suite_to_json(const Suite *suite) {
    json_t *object = json_new_object(), *results = json_new_array(), *problems = json_new_array();
    json_set_text(object, "suite", suite->path);
    set_counts(object, suite->counts, suite->seconds, suite->cpu_seconds);
    json_set_packed(object, "{s:b, s:o, s:o}", "unreadable", suite->unreadable, "results", results,
                    "problems", problems);
    for (size_t i = 0; i < suite->test_count; i++) {
        json_add_value(results, test_to_json(&suite->tests[i]));
    }
    for (size_t i = 0; i < suite->problem_count; i++) {
        json_add_value(problems, problem_to_json(&suite->problems[i]));
    }
    return object;
}

json_t *report_to_json(const Report *report) {
    json_t *suites = json_new_array();
    json_t *object = json_new_packed("{s:o, s:o, s:o}", "engine", json_new_text(report->engine),
                                     "name", json_new_text(report->engine_name), "version",
                                     json_new_text(report->engine_version));
    int unstable = 0;
    for (size_t i = 0; i < report->suite_count; i++) {
        const Suite *suite = &report->suites[i];
        json_add_value(suites, suite_to_json(suite));
        for (size_t k = 0; k < suite->test_count; k++) {
            unstable += test_is_unstable(&suite->tests[k]);
        }
    }
    set_counts(object, report->counts, report->seconds, report->cpu_seconds);
    json_set_packed(object, "{s:i, s:I, s:o}", "unstable", unstable, "problems",
                    (json_int_t)report->problem_count, "suites", suites);
    return object;
}
