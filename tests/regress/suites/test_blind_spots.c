/* The suite of positions that networks misjudge: it loads and runs, and each accepted move is
 * legal. How many tests pass is a matter of strength. */
#include "tests/support/program/arena.h"

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
