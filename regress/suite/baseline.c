#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/os/files.h"
#include "regress/suite/report.h"

enum { FILE_BYTES_MAX = 1 << 28 }; /* of a baseline: 256 MiB */

json_t *baseline_load(const char *path, Status *status) {
    json_error_t error;
    size_t length, i;
    char *bytes = file_read(path, FILE_ANY, FILE_BYTES_MAX, &length, status);
    if (bytes == NULL) {
        return NULL;
    }
    json_t *baseline = json_loadb(bytes, length, 0, &error);
    free(bytes);
    if (baseline == NULL) {
        status_fail(status, "%.120s: line %d: %.100s", path, error.line, error.text);
        return NULL;
    }
    json_t *suites = json_object_get(baseline, "suites"), *suite;
    bool ok = json_array_size(suites) > 0;
    json_array_foreach(suites, i, suite) {
        ok = ok && report_is_suite(suite);
    }
    if (!ok) {
        file_fail(status, path, "not printed by dihedra regress --json");
        json_decref(baseline);
        baseline = NULL;
    }
    return baseline;
}

static const char *name_of(const char *path) {
    return path + os_folder_length(path);
}

/* The suite with that path, else one with that file name; NULL: none. */
static const json_t *find_suite(const json_t *baseline, const char *path) {
    const json_t *found = NULL;
    size_t i;
    json_t *suite;
    json_array_foreach(json_object_get(baseline, "suites"), i, suite) {
        const char *other = report_text(suite, "suite");
        if (strcmp(other, path) == 0) {
            return suite;
        }
        if (found == NULL && strcmp(name_of(other), name_of(path)) == 0) {
            found = suite;
        }
    }
    return found;
}

enum { NEW_FAILURE, NEW_PASS, GONE, NEW, LISTS };

static const struct {
    const char *name, *title;
} LISTS_OF_CHANGES[LISTS] = {[NEW_FAILURE] = {"new_failures", "new failures"},
                             [NEW_PASS] = {"new_passes", "new passes"},
                             [GONE] = {"gone", "tests gone"},
                             [NEW] = {"new", "new tests"}};

/* test: the result now, or that before of a test that is gone. before, now: outcomes, or NULL. */
static void add_change(json_t *comparison, int list, const json_t *suite, const json_t *test,
                       const char *before, const char *now) {
    json_add_value(json_object_get(comparison, LISTS_OF_CHANGES[list].name),
                   json_new_packed("{s:s, s:I, s:s, s:s, s:s?, s:s?}", "suite",
                                   report_text(suite, "suite"), "line",
                                   json_integer_value(json_object_get(test, "line")), "id",
                                   report_text(test, "id"), "command", report_text(test, "command"),
                                   "before", before, "now", now));
}

static bool has_passed(const char *outcome) {
    const TestOutcome found = test_outcome_find(outcome);
    return found == TEST_PASSED || found == TEST_UNEXPECTED_PASSED;
}

/* before: NULL for a new test. */
static void compare_test(json_t *comparison, const json_t *suite, const json_t *test,
                         const json_t *before) {
    const char *now = report_text(test, "outcome");
    const char *then = before == NULL ? NULL : report_text(before, "outcome");
    bool lists[LISTS] = {false};
    if (then == NULL) {
        lists[NEW] = true;
        lists[NEW_FAILURE] = test_is_bad(test);
    } else if (test_outcome_find(then) != TEST_IGNORED && test_outcome_find(now) != TEST_IGNORED) {
        lists[NEW_FAILURE] = has_passed(then) && !has_passed(now);
        lists[NEW_PASS] = !has_passed(then) && has_passed(now);
    }
    for (int list = 0; list < LISTS; list++) {
        if (lists[list]) {
            add_change(comparison, list, suite, test, then, now);
        }
    }
}

/* Compares each test with the first earlier result of the same number and command that no other
 * test has taken. */
static void compare_suite(json_t *comparison, const json_t *suite, const json_t *earlier,
                          bool is_whole) {
    const json_t *results = json_object_get(earlier, "results");
    bool *taken = memory_new(json_array_size(results) + 1, sizeof *taken);
    size_t i, k;
    json_t *test, *other;
    json_array_foreach(json_object_get(suite, "results"), i, test) {
        const json_t *before = NULL;
        json_array_foreach(results, k, other) {
            if (!taken[k] && strcmp(report_text(test, "id"), report_text(other, "id")) == 0 &&
                strcmp(report_text(test, "command"), report_text(other, "command")) == 0) {
                before = other;
                taken[k] = true;
                break;
            }
        }
        compare_test(comparison, suite, test, before);
    }
    json_array_foreach(results, k, other) {
        if (is_whole && !taken[k]) {
            add_change(comparison, GONE, suite, other, report_text(other, "outcome"), NULL);
        }
    }
    free(taken);
}

json_t *baseline_compare(const json_t *baseline, const json_t *run, bool is_whole) {
    json_t *comparison = json_new_object(), *suite;
    size_t i;
    for (int list = 0; list < LISTS; list++) {
        json_set_value(comparison, LISTS_OF_CHANGES[list].name, json_new_array());
    }
    json_array_foreach(json_object_get(run, "suites"), i, suite) {
        compare_suite(comparison, suite, find_suite(baseline, report_text(suite, "suite")),
                      is_whole);
    }
    return comparison;
}

void baseline_print(const json_t *comparison, FILE *stream) {
    fputs("compared with the baseline:\n", stream);
    for (int list = 0; list < LISTS; list++) {
        const json_t *items = json_object_get(comparison, LISTS_OF_CHANGES[list].name);
        size_t i;
        json_t *item;
        fprintf(stream, "%s: %zu\n", LISTS_OF_CHANGES[list].title, json_array_size(items));
        json_array_foreach(items, i, item) {
            const char *id = report_text(item, "id"), *before = report_text(item, "before");
            const char *now = report_text(item, "now");
            Text line = {0};
            text_add(&line, "  %s:%d %s%s%s: %s%s%s", name_of(report_text(item, "suite")),
                     (int)json_integer_value(json_object_get(item, "line")), id,
                     id[0] == '\0' ? "" : " ", report_text(item, "command"), before,
                     before[0] != '\0' && now[0] != '\0' ? ", now " : "", now);
            text_print(text_get(&line), stream);
            fputc('\n', stream);
            text_free(&line);
        }
    }
}
