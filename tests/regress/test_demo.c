/* The demonstration game and the measurement of latency: whole runs of the program with itself. */
#include "tests/support/program/arena.h"

Test(demo, shows_a_game_and_its_result) {
    Arena *arena = arena_new();
    arena_run(arena, "demo --size 3 --move-time 0.02 --komi 0.5 </dev/null");
    arena_expect(arena, 0, "");
    cr_assert(strstr(arena->out, "\nresult: ") != NULL && strstr(arena->out, "\nmoves: ") != NULL &&
                  strstr(arena->out, "\nthinking: ") != NULL,
              "%s", arena->out);
    int boards = 0; /* one: in a pipe a move takes a line */
    for (const char *at = arena->out; (at = strstr(at, "\n   A B C\n 3")) != NULL; at++) {
        boards++;
    }
    cr_assert_eq(boards, 1, "%s", arena->out);
    cr_assert_not_null(strstr(arena->out, "\nmove 2: white "), "%s", arena->out);
}

Test(demo, other_engines_may_play) {
    Arena *arena = arena_new();
    arena_run(arena, "demo --size 5 --move-time 0.02 --black 'sh fake.sh - 0 C3' "
                     "--white 'sh fake.sh - 0 D4' </dev/null");
    arena_expect(arena, 0, "");
    cr_assert(strstr(arena->out, "moves: 4\n") != NULL, "%s", arena->out);
}

Test(demo, engines_that_fail_are_named) {
    Arena *arena = arena_new();
    arena_run(arena, "demo --size 3 --black 'sh fake.sh die 1 C3' </dev/null");
    cr_assert_eq(arena->status, 1);
    arena_expect(arena, 1, "dihedra demo: ");
    arena_run(arena, "demo --size 3 --white no-such-engine </dev/null");
    arena_expect(arena, 1, "no-such-engine");
}

Test(latency, is_measured_and_printed) {
    if (getenv("DIHEDRA_LONG") == NULL) {
        cr_skip_test("takes half a minute: LONG=1");
    }
    Arena *arena = arena_new();
    cr_assert_eq(arena_run(arena, "bench latency --moves 2 --json"), 0, "%s", arena->err);
    cr_assert_geq(json_object_size(arena_json(arena)), 4);
}
