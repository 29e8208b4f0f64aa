/* The suites whose answers are exact, run on the program as a user runs them: every test passes.
 * (The answers of the tactics suites are proved in test_tactics.c. Whether the engine finds them is
 * a matter of its strength.) The positions that networks misjudge load and run, and each accepted
 * move is legal. */
#include "tests/support/program/arena.h"

static const char *const SUITES[] = {
    "board",    "handicap", "handicap_score", "protocol",      "reading",
    "refusals", "rules_ko", "rules_seki",     "rules_suicide", "rules_superko",
    "scoring",  "setup",    "sizes_large",    "undo"};

Test(own_suites, every_exact_test_passes) {
    Arena *arena = arena_new();
    char here[1024];
    cr_assert_not_null(getcwd(here, sizeof here));
    for (size_t i = 0; i < sizeof SUITES / sizeof SUITES[0]; i++) {
        arena_run(arena, "regress --json %s/regress/suites/%s.tst", here, SUITES[i]);
        json_t *report = arena_json(arena), *test;
        size_t k;
        json_array_foreach(json_find(report, "suites/0/results"), k, test) {
            cr_assert_str_eq(json_text_at(test, "outcome"), "passed", "%s.tst:%g: %s: %s, got %s",
                             SUITES[i], json_at(test, "line"), json_text_at(test, "command"),
                             json_text_at(test, "expected"), json_text_at(test, "answer"));
        }
        cr_assert_eq(arena->status, 0, "%s: exit status %d", SUITES[i], arena->status);
        cr_assert(json_at(report, "tests") > 0 &&
                  json_at(report, "passed") == json_at(report, "tests"));
    }
}

Test(own_suites, blind_spots_load_and_run) {
    Arena *arena = arena_new();
    char here[1024];
    cr_assert_not_null(getcwd(here, sizeof here));
    arena_run(arena,
              "regress --json --engine '%s --model none --visits 1' "
              "%s/regress/suites/blind_spots.tst",
              arena->program, here);
    json_t *report = arena_json(arena);
    cr_assert_eq(json_at(report, "tests"), 40);
    cr_assert_eq(json_at(report, "errors"), 0);
    cr_assert_eq(json_at(report, "problems"), 0);
    cr_assert_eq(json_at(report, "unsupported"), 0);
}
