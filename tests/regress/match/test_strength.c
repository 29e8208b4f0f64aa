/* A smoke test of strength: whole games of the network inside against playouts. */
#include "engine/eval/inside/inside.h"
#include "tests/support/program/arena.h"

/* 20 visits a move against 50: the network wins all of 20 games in most runs of this test. */
Test(strength, network_inside_beats_playouts) {
    if (!inside_exists()) {
        cr_skip_test("no network inside");
    }
    Arena *arena = arena_new();
    arena_run(arena, "match --black \"$D --model inside --visits 20\" --white \"$D --visits 50\" "
                     "--games 20 --alternate --size 9 --random-opening 2 --rules chinese --seed 1 "
                     "--resume log --json");
    const double wins = json_at(arena_json(arena), "wins");
    cr_assert_geq(wins, 18, "won %g of 20 games", wins);
}
