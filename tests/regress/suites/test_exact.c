/* The suites whose answers are exact, run on the program as a user runs them: every test passes.
 * (The answers of the tactics suites are proved in test_tactics.c. Whether the engine finds them is
 * a matter of its strength.) */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

static const char *const SUITES[] = {
    "board",    "handicap", "handicap_score", "protocol",      "reading",
    "refusals", "rules_ko", "rules_seki",     "rules_suicide", "rules_superko",
    "scoring",  "setup",    "sizes_large",    "undo"};

static json_int_t count_of(const json_t *report, const char *key) {
    return json_integer_value(json_object_get(report, key));
}

static void expect_all_passed(const char *program, const char *suite) {
    char command[512];
    snprintf(command, sizeof command, "%s regress --json regress/suites/%s.tst 2>/dev/null",
             program, suite);
    FILE *pipe = popen(command, "r");
    cr_assert_not_null(pipe);
    json_t *report = json_loadf(pipe, 0, NULL);
    const int status = WEXITSTATUS(pclose(pipe));
    cr_assert_not_null(report, "%s printed no JSON", command);
    size_t i;
    json_t *test;
    json_array_foreach(
        json_object_get(json_array_get(json_object_get(report, "suites"), 0), "results"), i, test) {
        const char *outcome = json_string_value(json_object_get(test, "outcome"));
        cr_assert_str_eq(outcome, "passed", "%s.tst:%d: %s: expected [%s], got %s", suite,
                         (int)count_of(test, "line"),
                         json_string_value(json_object_get(test, "command")),
                         json_string_value(json_object_get(test, "expected")),
                         json_string_value(json_object_get(test, "answer")));
    }
    cr_assert_eq(status, 0, "%s: exit status %d", suite, status);
    cr_assert_gt(count_of(report, "tests"), 0);
    cr_assert_eq(count_of(report, "passed"), count_of(report, "tests"));
    json_decref(report);
}

Test(own_suites, every_exact_test_passes) {
    const char *program = getenv("DIHEDRA");
    if (program == NULL) {
        cr_skip_test("DIHEDRA does not name the program");
    }
    for (size_t i = 0; i < sizeof SUITES / sizeof SUITES[0]; i++) {
        expect_all_passed(program, SUITES[i]);
    }
}
