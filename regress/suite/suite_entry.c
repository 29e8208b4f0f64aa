#include "regress/suite/suite_entry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "engine/base/json.h"
#include "engine/base/memory.h"
#include "engine/cluster/ledger/ledger.h"
#include "engine/go/board/point.h"

/* ---- Writing ---- */

json_t *suite_entry_new(size_t number, const Suite *suite) {
    json_t *tests = json_new_array(), *problems = json_new_array();
    for (size_t i = 0; i < suite->test_count; i++) {
        json_t *test = test_to_json(&suite->tests[i]);
        json_set_value(test, "position", test_position_to_json(&suite->tests[i].position));
        json_add_value(tests, test);
    }
    for (size_t i = 0; i < suite->problem_count; i++) {
        json_add_value(problems, problem_to_json(&suite->problems[i]));
    }
    return json_new_packed(
        "{s:I, s:o, s:o, s:o, s:o, s:o}", "suite", (json_int_t)number, "path",
        json_new_text(suite->path), "seconds", json_new_figure(suite->seconds, 3), "cpu_seconds",
        json_new_figure(suite->cpu_seconds, 3), "results", tests, "problems", problems);
}

/* ---- Reading ---- */

/* A number, or NAN for null. Returns false if it is neither. */
static bool read_figure(const json_t *object, const char *key, double *figure) {
    const json_t *value = json_object_get(object, key);
    *figure = json_is_null(value) ? (double)NAN : json_number_value(value);
    return json_is_null(value) || json_is_number(value);
}

static bool read_position(const json_t *json, TestPosition *position) {
    const char *stones;
    int width, height;
    if (json_is_null(json)) {
        return true;
    }
    if (json_unpack((json_t *)json, "{s:i, s:i, s:s}", "width", &width, "height", &height, "stones",
                    &stones) != 0 ||
        width < 1 || width > BOARD_SIDE_MAX || height < 1 || height > BOARD_SIDE_MAX) {
        return false;
    }
    const size_t cells = (size_t)width * (size_t)height;
    if (strlen(stones) != cells || strspn(stones, "012") != cells) {
        return false;
    }
    *position = (TestPosition){width, height, memory_new(cells, 1)};
    for (size_t i = 0; i < cells; i++) {
        position->stones[i] = (uint8_t)(stones[i] - '0');
    }
    return true;
}

/* Reads what the log says of a step's test. */
static bool read_test(const json_t *json, const SuiteStep *step, Test *test) {
    const char *answer, *outcome, *setup;
    int refused;
    if (json_unpack((json_t *)json, "{s:s, s:b, s:s, s:s, s:i, s:i}", "answer", &answer, "refused",
                    &refused, "outcome", &outcome, "setup", &setup, "runs", &test->runs, "passes",
                    &test->passes) != 0 ||
        test->runs < 1 || !read_figure(json, "seconds", &test->seconds) ||
        !read_figure(json, "cpu_seconds", &test->cpu_seconds) ||
        !read_position(json_object_get(json, "position"), &test->position)) {
        return false;
    }
    const char *message = json_string_value(json_object_get(json, "message"));
    for (test->outcome = 0; test->outcome < TEST_OUTCOMES; test->outcome++) {
        if (strcmp(outcome, test_outcome_name(test->outcome)) == 0) {
            break;
        }
    }
    test->line = step->line;
    test->refused = refused != 0;
    test->id = memory_copy(step->id);
    test->command = memory_copy(step->command);
    test->expected = memory_copy(step->expected);
    test->answer = memory_copy(answer);
    test->setup = memory_copy(setup);
    test->message =
        test->outcome != TEST_ERROR ? NULL : memory_copy(message == NULL ? "" : message);
    return test->outcome < TEST_OUTCOMES;
}

static bool read_problems(const json_t *array, Suite *suite) {
    suite->problem_count = json_array_size(array);
    suite->problems = memory_new(suite->problem_count, sizeof *suite->problems);
    for (size_t i = 0; i < suite->problem_count; i++) {
        const char *message;
        if (json_unpack(json_array_get(array, i), "{s:i, s:s}", "line", &suite->problems[i].line,
                        "message", &message) != 0) {
            return false;
        }
        suite->problems[i].message = memory_copy(message);
    }
    return json_is_array(array);
}

static bool read_tests(const json_t *array, const SuiteFile *file, Suite *suite) {
    size_t number = 0;
    bool ok = json_array_size(array) == suite->test_count;
    for (size_t i = 0; ok && i < file->count; i++) {
        if (file->steps[i].is_selected) {
            Test *test = &suite->tests[number];
            ok = read_test(json_array_get(array, number++), &file->steps[i], test);
            suite->counts[ok ? test->outcome : 0]++;
        }
    }
    return ok;
}

bool suite_entry_read(const json_t *entry, const SuiteFile *files, size_t count, size_t *index,
                      Suite *suite, Status *status) {
    const json_int_t number = json_integer_value(json_object_get(entry, "suite"));
    if (number < 1 || (size_t)number > count) {
        return status_fail(status, "not a finished suite");
    }
    const SuiteFile *file = &files[number - 1];
    *index = (size_t)number - 1;
    *suite = (Suite){.path = memory_copy(file->path),
                     .unreadable = file->error != NULL,
                     .test_count = suite_count_tests(file)};
    suite->tests = memory_new(suite->test_count, sizeof *suite->tests);
    const bool ok = (read_figure(entry, "seconds", &suite->seconds) &&
                     read_figure(entry, "cpu_seconds", &suite->cpu_seconds) &&
                     read_tests(json_object_get(entry, "results"), file, suite) &&
                     read_problems(json_object_get(entry, "problems"), suite)) ||
                    status_fail(status, "not a finished suite");
    if (!ok) {
        report_free_suite(suite);
    }
    return ok;
}

/* ---- Settings ---- */

static uLong checksum_text(uLong sum, const char *text) {
    return text == NULL ? sum : crc32(sum, (const Bytef *)text, (uInt)strlen(text) + 1);
}

/* Of all that decides what is sent and how it is judged. */
static uLong checksum(const SuiteFile *file) {
    uLong sum = crc32(0, NULL, 0);
    for (size_t i = 0; i < file->count; i++) {
        const SuiteStep *step = &file->steps[i];
        const Bytef flags[] = {step->is_test, step->is_selected, step->expects_failure,
                               step->is_ignored, step->error != NULL};
        sum = crc32(sum, flags, sizeof flags);
        sum = checksum_text(sum, step->id);
        sum = checksum_text(sum, step->command);
        sum = checksum_text(sum, step->expected);
    }
    return checksum_text(sum, file->error);
}

json_t *suite_entry_settings(const SuiteFile *files, size_t count) {
    json_t *suites = json_new_array();
    for (size_t i = 0; i < count; i++) {
        char sum[16];
        snprintf(sum, sizeof sum, "%08lx", (unsigned long)checksum(&files[i]));
        json_add_value(suites,
                       json_pack("{s:o, s:I, s:s}", "path", json_new_text(files[i].path), "tests",
                                 (json_int_t)suite_count_tests(&files[i]), "checksum", sum));
    }
    return suites;
}
