/* The demonstration game. */
#include "tests/support/program/arena.h"

Test(demo, shows_a_game_and_its_result) {
    Arena *arena = arena_new();
    arena_run(arena, "demo --size 3 --move-time 0.02 </dev/null");
    arena_expect(arena, 0, "");
    cr_assert(strstr(arena->out, "  2 white ") != NULL && strstr(arena->out, "\nresult: ") != NULL,
              "%s", arena->out);
}
