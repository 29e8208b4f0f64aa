/* `dihedra solve` as a user runs it. */
#include "tests/support/arena.h"

#include <signal.h>

static void solve(Arena *arena, const char *arguments) {
    char line[256];
    snprintf(line, sizeof line, "\"$D\" solve %s", arguments);
    arena_shell(arena, line);
}

Test(solve, prints_the_value_and_a_line) {
    Arena *arena = arena_new();
    solve(arena, "3x3");
    arena_expect(arena, 0, "");
    cr_assert_not_null(strstr(arena->out, "value     +9, claimed\nline      B2 "));
    solve(arena, "3x3 --first A1");
    cr_assert_not_null(strstr(arena->out, "value     -9, claimed\n"));
    solve(arena, "3x3 --to-move w");
    cr_assert_not_null(strstr(arena->out, "value     -9, claimed\n"));
    solve(arena, "3x4 --at-least 5 --ko simple");
    cr_assert_not_null(strstr(arena->out, "at least +5: no, claimed\nbounds    -12 to +4\n"));
    arena_free(arena);
}

Test(solve, prints_json) {
    Arena *arena = arena_new();
    solve(arena, "2x2 --json --ko ssk --suicide off");
    json_t *json = arena_json(arena);
    cr_assert_eq(json_at(json, "value"), 1);
    cr_assert_eq(json_at(json, "lower"), 1);
    cr_assert_eq(json_at(json, "upper"), 1);
    cr_assert_str_eq(json_string_value(json_object_get(json, "status")), "claimed");
    cr_assert(json_is_array(json_object_get(json, "line")));
    cr_assert_gt(json_at(json, "nodes"), 0);
    cr_assert_gt(json_at(json, "generated"), json_at(json, "nodes"));
    cr_assert_geq(json_at(json, "seconds"), 0);
    json_decref(json);
    arena_free(arena);
}

Test(solve, takes_the_position_that_a_record_ends_with) {
    Arena *arena = arena_new();
    arena_write(arena, "late.sgf", "(;SZ[3]AB[ab][bb][cb];W[aa];B[];W[ca])");
    solve(arena, "late.sgf");
    arena_expect(arena, 0, "");
    cr_assert_not_null(strstr(arena->out, "black to move"));
    cr_assert_not_null(strstr(arena->out, "value     +9, claimed"));
    arena_free(arena);
}

Test(solve, refuses_what_it_cannot_solve) {
    static const char *const CASES[][2] = {
        {"9x9", "9x9 is too large: (width + 1) * height may be 64 at most"},
        {"6x6", "6x6 with 36 empty points cannot be finished: up to 20 take seconds, 25 an hour or "
                "more; --force tries it"},
        {"3x3 --at-least 10", "--at-least: expected a number from -9 to 9, got 10"},
        {"3x3 --first J9", "--first: 'J9' is no vertex of a 3x3 board"},
        {"full.sgf --first A3", "--first: A3 is illegal"},
        {"nowhere.sgf", "nowhere.sgf: No such file or directory"},
        {"3x3 --mb 1000000", "--mb 1000000 is more than the "},
    };
    Arena *arena = arena_new();
    arena_write(arena, "full.sgf", "(;SZ[3]AB[aa])");
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char expected[256];
        solve(arena, CASES[i][0]);
        snprintf(expected, sizeof expected, "dihedra solve: %s", CASES[i][1]);
        arena_expect(arena, 1, expected);
    }
    arena_free(arena);
}

Test(solve, prints_the_bounds_when_it_is_interrupted) {
    Arena *arena = arena_new();
    arena_shell(arena, "\"$D\" solve 5x5 --mb 16 --json & sleep 0.3; kill -TERM $!; wait $!");
    cr_assert_eq(arena->status, 130);
    json_t *json = arena_json(arena);
    cr_assert_str_eq(json_string_value(json_object_get(json, "status")), "open");
    cr_assert(json_is_null(json_object_get(json, "value")));
    cr_assert_leq(json_at(json, "lower"), json_at(json, "upper"));
    json_decref(json);
    arena_free(arena);
}

Test(solve, writes_a_proof_that_verify_accepts) {
    Arena *arena = arena_new();
    solve(arena, "2x3 --proof p.proof");
    arena_expect(arena, 0, "");
    cr_assert_not_null(strstr(arena->out, "value     +0, proved\n"));
    arena_shell(arena, "\"$D\" verify p.proof --json");
    json_t *json = arena_json(arena);
    cr_assert_eq(json_at(json, "lower"), 0);
    cr_assert_eq(json_at(json, "upper"), 0);
    json_decref(json);
    arena_shell(arena, "printf X >>p.proof; \"$D\" verify p.proof");
    arena_expect(arena, 1, "dihedra verify: byte ");
    arena_shell(arena, "\"$D\" verify nothing.proof");
    arena_expect(arena, 1, "dihedra verify: nothing.proof: No such file or directory");
    solve(arena, "2x3 --proof nowhere/p.proof");
    arena_expect(arena, 1, "dihedra solve: ");
    arena_free(arena);
}
