#include "regress/suite/report/baseline.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES_MAX = 1 << 28 }; /* of a baseline: 256 MiB */

/* ---- Reading ---- */

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text == NULL ? "" : text;
}

json_t *baseline_load(const char *path, Status *status) {
    json_error_t error;
    size_t length;
    char *bytes = file_read(path, FILE_ANY, FILE_BYTES_MAX, &length, status);
    if (bytes == NULL) {
        return NULL;
    }
    json_t *baseline = json_loadb(bytes, length, 0, &error);
    free(bytes);
    if (baseline == NULL) {
        status_fail(status, "%.120s: line %d: %.100s", path, error.line, error.text);
    } else if (!json_is_array(json_object_get(baseline, "suites"))) {
        file_fail(status, path, "not printed by dihedra regress --json (it has no suites)");
        json_decref(baseline);
        baseline = NULL;
    }
    return baseline;
}

/* The suite with that path, else one with that file name; NULL: none. */
static const json_t *find_suite(const json_t *baseline, const char *path) {
    const json_t *suites = json_object_get(baseline, "suites"), *found = NULL;
    for (size_t i = 0; i < json_array_size(suites); i++) {
        const json_t *suite = json_array_get(suites, i);
        const char *other = text_of(suite, "suite");
        if (strcmp(other, path) == 0) {
            return suite;
        }
        if (found == NULL && strcmp(report_file_name(other), report_file_name(path)) == 0) {
            found = suite;
        }
    }
    return found;
}

double baseline_seconds(const json_t *baseline, const char *path) {
    return json_number_value(json_object_get(find_suite(baseline, path), "seconds"));
}

/* ---- Matching tests with earlier results ---- */

typedef enum { BY_ID, BY_LINE, BY_COMMAND, WAYS } Way;

/* The tests of a suite and their earlier results. */
typedef struct {
    const Suite *suite;
    const json_t *results;
    size_t *partners; /* of each test: the index of its earlier result plus 1; 0: none */
    bool *taken;      /* of each earlier result: is it a test's partner? */
} Pairing;

/* A test without a number may have moved to another line. */
static bool is_same_test(const Test *test, const json_t *result, Way way) {
    const bool has_id = test->id[0] != '\0';
    return strcmp(test->command, text_of(result, "command")) == 0 &&
           (way == BY_LINE
                ? test->line == json_integer_value(json_object_get(result, "line"))
                : has_id == (way == BY_ID) && strcmp(test->id, text_of(result, "id")) == 0);
}

/* Gives a test without a partner the first free result that is about it. */
static void pair_test(Pairing *pairing, size_t test, Way way) {
    for (size_t i = 0; pairing->partners[test] == 0 && i < json_array_size(pairing->results); i++) {
        if (!pairing->taken[i] &&
            is_same_test(&pairing->suite->tests[test], json_array_get(pairing->results, i), way)) {
            pairing->taken[i] = true;
            pairing->partners[test] = i + 1;
        }
    }
}

static Pairing pair_tests(const Suite *suite, const json_t *results) {
    Pairing pairing = {.suite = suite,
                       .results = results,
                       .partners = memory_new(suite->test_count, sizeof *pairing.partners),
                       .taken = memory_new(json_array_size(results), sizeof *pairing.taken)};
    for (Way way = BY_ID; way < WAYS; way++) {
        for (size_t i = 0; i < suite->test_count; i++) {
            pair_test(&pairing, i, way);
        }
    }
    return pairing;
}

/* ---- Comparing ---- */

enum { NEW_FAILURE, NEW_PASS, GONE, NEW, LISTS };

static const struct {
    const char *name, *title;
} LISTS_OF_CHANGES[LISTS] = {[NEW_FAILURE] = {"new_failures", "new failures"},
                             [NEW_PASS] = {"new_passes", "new passes"},
                             [GONE] = {"gone", "tests gone"},
                             [NEW] = {"new", "new tests"}};

/* before and now: outcomes; NULL: none. */
static void add_change(json_t *comparison, int list, const Suite *suite, int line, const char *id,
                       const char *command, const char *before, const char *now) {
    json_add_value(json_object_get(comparison, LISTS_OF_CHANGES[list].name),
                   json_new_packed("{s:o, s:i, s:o, s:o, s:o, s:o}", "suite",
                                   json_new_text(suite->path), "line", line, "id",
                                   json_new_text(id), "command", json_new_text(command), "before",
                                   json_new_text(before), "now", json_new_text(now)));
}

static bool has_passed(const char *outcome) {
    return strcmp(outcome, test_outcome_name(TEST_PASSED)) == 0 ||
           strcmp(outcome, test_outcome_name(TEST_UNEXPECTED_PASSED)) == 0;
}

static bool is_ignored(const char *outcome) {
    return strcmp(outcome, test_outcome_name(TEST_IGNORED)) == 0;
}

/* before: NULL for a new test. */
static void compare_test(json_t *comparison, const Suite *suite, const Test *test,
                         const char *before) {
    const char *now = test_outcome_name(test->outcome);
    bool lists[LISTS] = {false};
    if (before == NULL) {
        lists[NEW] = true;
        lists[NEW_FAILURE] = test_is_bad(test);
    } else if (!is_ignored(before) && !is_ignored(now)) {
        lists[NEW_FAILURE] = has_passed(before) && !has_passed(now);
        lists[NEW_PASS] = !has_passed(before) && has_passed(now);
    }
    for (int list = 0; list < LISTS; list++) {
        if (lists[list]) {
            add_change(comparison, list, suite, test->line, test->id, test->command, before, now);
        }
    }
}

static void add_gone(json_t *comparison, const Pairing *pairing) {
    for (size_t i = 0; i < json_array_size(pairing->results); i++) {
        const json_t *result = json_array_get(pairing->results, i);
        if (!pairing->taken[i]) {
            add_change(comparison, GONE, pairing->suite,
                       (int)json_integer_value(json_object_get(result, "line")),
                       text_of(result, "id"), text_of(result, "command"),
                       text_of(result, "outcome"), NULL);
        }
    }
}

json_t *baseline_compare(const json_t *baseline, const Report *report, bool is_whole) {
    json_t *comparison = json_new_object();
    for (int list = 0; list < LISTS; list++) {
        json_set_value(comparison, LISTS_OF_CHANGES[list].name, json_new_array());
    }
    for (size_t i = 0; i < report->suite_count; i++) {
        const Suite *suite = &report->suites[i];
        Pairing pairing =
            pair_tests(suite, json_object_get(find_suite(baseline, suite->path), "results"));
        for (size_t k = 0; k < suite->test_count; k++) {
            const size_t partner = pairing.partners[k];
            compare_test(comparison, suite, &suite->tests[k],
                         partner == 0
                             ? NULL
                             : text_of(json_array_get(pairing.results, partner - 1), "outcome"));
        }
        if (is_whole) {
            add_gone(comparison, &pairing);
        }
        free(pairing.partners);
        free(pairing.taken);
    }
    return comparison;
}

size_t baseline_count(const json_t *comparison, const char *list) {
    return json_array_size(json_object_get(comparison, list));
}

/* ---- Text ---- */

void baseline_print(const json_t *comparison, FILE *stream) {
    fputs("compared with the baseline:\n", stream);
    for (int list = 0; list < LISTS; list++) {
        const json_t *items = json_object_get(comparison, LISTS_OF_CHANGES[list].name);
        fprintf(stream, "%s: %zu\n", LISTS_OF_CHANGES[list].title, json_array_size(items));
        for (size_t i = 0; i < json_array_size(items); i++) {
            const json_t *item = json_array_get(items, i);
            const char *id = text_of(item, "id"), *before = text_of(item, "before");
            const char *now = text_of(item, "now");
            Text line = {0};
            text_add(&line, "  %s:%d %s%s%s: %s%s%s", report_file_name(text_of(item, "suite")),
                     (int)json_integer_value(json_object_get(item, "line")), id,
                     id[0] == '\0' ? "" : " ", text_of(item, "command"), before,
                     before[0] != '\0' && now[0] != '\0' ? ", now " : "", now);
            text_print(text_get(&line), stream);
            fputc('\n', stream);
            text_free(&line);
        }
    }
}
