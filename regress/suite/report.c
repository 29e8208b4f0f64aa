#include "regress/suite/report.h"

#include <string.h>

#include "engine/base/os/files.h"

enum { ANSWER_BYTES = 500 }; /* of an answer, in the text; the rest is cut */

static const struct {
    const char *name, *words;
} OUTCOMES[TEST_OUTCOMES] = {
    [TEST_PASSED] = {"passed", "passed"},
    [TEST_FAILED] = {"failed", "failed"},
    [TEST_UNEXPECTED_PASSED] = {"unexpected_passed", "passed unexpectedly"},
    [TEST_EXPECTED_FAILED] = {"expected_failed", "failed as expected"},
    [TEST_IGNORED] = {"ignored", "ignored"},
    [TEST_UNSUPPORTED] = {"unsupported", "unsupported"},
    [TEST_ERROR] = {"errors", "in error"},
};

const char *test_outcome_name(TestOutcome outcome) {
    return OUTCOMES[outcome].name;
}

/* The outcome with this name; TEST_OUTCOMES: none. */
static TestOutcome find_outcome(const char *name) {
    TestOutcome outcome = 0;
    while (outcome < TEST_OUTCOMES && strcmp(OUTCOMES[outcome].name, name) != 0) {
        outcome++;
    }
    return outcome;
}

const char *report_text(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text == NULL ? "" : text;
}

bool report_is_suite(const json_t *suite) {
    const json_t *results = json_object_get(suite, "results");
    bool ok = json_is_string(json_object_get(suite, "suite")) && json_is_array(results);
    size_t i;
    json_t *result;
    json_array_foreach(results, i, result) {
        ok = ok && json_is_string(json_object_get(result, "command")) &&
             find_outcome(report_text(result, "outcome")) != TEST_OUTCOMES;
    }
    return ok;
}

bool test_is_bad(const json_t *result) {
    const TestOutcome outcome = find_outcome(report_text(result, "outcome"));
    return outcome == TEST_FAILED || outcome == TEST_ERROR;
}

/* ---- Counts ---- */

static int number_of(const json_t *object, const char *key) {
    return (int)json_integer_value(json_object_get(object, key));
}

int report_count(const json_t *object, TestOutcome outcome) {
    return number_of(object, OUTCOMES[outcome].name);
}

static void set_counts(json_t *object, const int counts[TEST_OUTCOMES]) {
    int total = 0;
    for (TestOutcome outcome = 0; outcome < TEST_OUTCOMES; outcome++) {
        total += counts[outcome];
        json_set_figure(object, OUTCOMES[outcome].name, counts[outcome], 0);
    }
    json_set_figure(object, "tests", total, 0);
}

void report_count_suite(json_t *suite) {
    int counts[TEST_OUTCOMES] = {0};
    size_t i;
    json_t *result;
    json_array_foreach(json_object_get(suite, "results"), i, result) {
        counts[find_outcome(report_text(result, "outcome"))]++;
    }
    set_counts(suite, counts);
}

void report_count_run(json_t *run) {
    int counts[TEST_OUTCOMES] = {0}, problems = 0;
    size_t i;
    json_t *suite;
    json_array_foreach(json_object_get(run, "suites"), i, suite) {
        for (TestOutcome outcome = 0; outcome < TEST_OUTCOMES; outcome++) {
            counts[outcome] += report_count(suite, outcome);
        }
        problems += (int)json_array_size(json_object_get(suite, "problems"));
    }
    set_counts(run, counts);
    json_set_figure(run, "problems", problems, 0);
}

/* ---- Text ---- */

static void add_counts(const json_t *object, Text *text) {
    const int total = number_of(object, "tests");
    text_add(text, "%d test%s", total, text_plural(total));
    for (TestOutcome outcome = 0; outcome < TEST_OUTCOMES; outcome++) {
        if (report_count(object, outcome) > 0) {
            text_add(text, ", %d %s", report_count(object, outcome), OUTCOMES[outcome].words);
        }
    }
    text_add(text, "; %.1f s\n", json_number_value(json_object_get(object, "seconds")));
}

/* Adds the test with the start of its answer's first line, and "..." if there is more. */
static void add_test(const char *path, const json_t *result, Text *text) {
    const char *id = report_text(result, "id"), *answer = report_text(result, "answer");
    const TestOutcome outcome = find_outcome(report_text(result, "outcome"));
    const size_t line = strcspn(answer, "\n"), length = line < ANSWER_BYTES ? line : ANSWER_BYTES;
    text_add(text, "  %s:%d %s%s%s: ", path + os_folder_length(path), number_of(result, "line"), id,
             id[0] == '\0' ? "" : " ", report_text(result, "command"));
    if (outcome == TEST_ERROR) {
        text_add(text, "error: %s\n", report_text(result, "message"));
        return;
    }
    if (outcome != TEST_FAILED) {
        text_add(text, "%s", OUTCOMES[outcome].words);
    }
    if (outcome != TEST_UNSUPPORTED) {
        text_add(text, outcome == TEST_FAILED ? "" : ": ");
        if (outcome == TEST_FAILED || outcome == TEST_EXPECTED_FAILED) {
            text_add(text, "expected [%s], got ", report_text(result, "expected"));
        }
        text_add(text, "%s%.*s%s", json_is_true(json_object_get(result, "refused")) ? "? " : "",
                 (int)length, answer, answer[length] == '\0' ? "" : " ...");
    }
    text_add(text, "\n");
}

void report_print(const json_t *run, bool verbose, FILE *stream) {
    size_t i, k;
    json_t *suite, *result, *problem;
    Text text = {0};
    json_array_foreach(json_object_get(run, "suites"), i, suite) {
        const char *path = report_text(suite, "suite");
        text_add(&text, "%s: ", path);
        add_counts(suite, &text);
        json_array_foreach(json_object_get(suite, "results"), k, result) {
            if (verbose || test_is_bad(result) ||
                strcmp(report_text(result, "outcome"), OUTCOMES[TEST_UNEXPECTED_PASSED].name) ==
                    0) {
                add_test(path, result, &text);
            }
        }
        json_array_foreach(json_object_get(suite, "problems"), k, problem) {
            text_add(&text, "  problem: %s\n", report_text(problem, "message"));
        }
    }
    text_add(&text, "%s %s, all: ", report_text(run, "name"), report_text(run, "version"));
    add_counts(run, &text);
    fputs(text_make_printable(text.bytes, "\n"), stream);
    text_free(&text);
}
