/* Ranks of people, estimated from a game. */
#include "engine/eval/inside/inside.h"
#include "regress/review/rank.h"
#include "tests/support/program/analyze_arena.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* Chances count, and are not below exp(-5). */
Test(rank_estimate, likely_moves_and_a_win_raise_it) {
    RankFeatures features = {.won = 1}, other;
    RankEstimate won, lost;
    for (int i = 0; i < RANK_MOVES_MIN; i++) {
        cr_assert_not(rank_estimate(&features, &won), "after %d moves", i);
        rank_add_move(&features, i % 2 == 0 ? exp(-1) : 0);
    }
    cr_assert_float_eq(features.log_chance, -3, 1e-9);
    cr_assert(rank_estimate(&features, &won));
    cr_assert(won.low < won.rank && won.rank < won.high);
    other = features;
    other.won = -1;
    other.log_chance = -2.5;
    cr_assert(rank_estimate(&other, &lost));
    cr_assert_gt(lost.rank, won.rank);
    other.log_chance = -1e6;
    cr_assert(rank_estimate(&other, &lost));
    cr_assert(lost.low == 0 && lost.rank == 0 && lost.high == 0);
}

Test(rank_estimate, ranks_have_names) {
    char text[RANK_TEXT_MAX];
    cr_assert_str_eq(rank_text(0, text), "20k");
    cr_assert_str_eq(rank_text(19, text), "1k");
    cr_assert_str_eq(rank_text(20, text), "1d");
    cr_assert_str_eq(rank_text(28, text), "9d");
}

/* The engine's own moves are a strong player's; those of a row of stones are not. */
Test(rank_estimate, reviews_tell_ranks, .timeout = 120) {
    if (!inside_exists()) {
        cr_skip_test("this build has no network inside");
    }
    Arena *arena = arena_new();
    arena_shell(
        arena,
        "(echo boardsize 19; echo komi 7; for i in $(seq 10); do echo genmove b; echo genmove w; "
        "done; "
        "for x in A B C D E F G H J K L M N O P Q R S T; do echo play b ${x}1; echo genmove w; "
        "done; for x in A B C D E F; do echo play b ${x}19; echo genmove w; done; "
        "echo 'printsgf game.sgf') | \"$D\" --model inside --visits 2 --resign 0");
    arena_shell(arena, "DIHEDRA_MODEL=inside \"$D\" analyze game.sgf --visits 2 --deep 0 --json");
    arena_expect(arena, 0, "");
    json_t *json = arena_json(arena);
    cr_assert_lt(json_at(json, "black/rank/log_chance") + 1,
                 json_at(json, "white/rank/log_chance"));
    cr_assert_not_null(strpbrk(json_text_at(json, "white/rank/rank"), "kd"));
    cr_assert_geq(json_at(json, "black/rank/moves"), RANK_MOVES_MIN);
    arena_shell(arena, "DIHEDRA_MODEL=inside \"$D\" analyze game.sgf --visits 2 --deep 0");
    arena_expect(arena, 0, "");
    cr_assert_not_null(strstr(arena->out, "  rank "));
}
