/* Ranks of people, estimated from a game. */
#include "engine/base/text.h"
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
    other.log_chance = -2;
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

/* Black plays what the engine reports with a chance of a half, White what it does not. */
Test(rank_estimate, reviews_tell_ranks) {
    Arena *arena = analyze_arena_new();
    Text record = {0}, reports = {0};
    text_add(&record, "(;SZ[19]RE[B+R]");
    for (int i = 0; i < 70; i++) {
        const char column = (char)('a' + i % 19), row = (char)('a' + 4 * (i / 19));
        const char letter = (char)(column + (column >= 'i') - 'a' + 'A');
        text_add(&record, ";%c[%c%c]", "BW"[i % 2], column, row);
        text_add(&reports, "info move %c%d visits 9 winrate 0.5 prior 0.5 pv pass\n", letter,
                 (i % 2 == 0 ? 19 : 18) - (row - 'a'));
    }
    text_add(&record, ")");
    text_add(&reports, "info move pass visits 9 winrate 0.5 prior 0.5 pv pass\n");
    arena_write(arena, "game.sgf", record.bytes);
    arena_write(arena, "reports", reports.bytes);
    arena_run(arena, "analyze game.sgf --engine 'sh teller.sh - 0' --visits 20 --deep 0");
    arena_expect(arena, 0, "");
    cr_assert_not_null(strstr(arena->out, "\n  rank 1d (90%: 4k to 6d)\n"), "%s", arena->out);
    cr_assert_not_null(strstr(arena->out, "\n  rank 9k (90%: 13k to 5k)\n"));
    arena_run(arena, "analyze game.sgf --engine 'sh teller.sh - 0' --visits 20 --deep 0 --json");
    json_t *json = arena_json(arena);
    cr_assert_eq(json_at(json, "black/rank/moves"), 25);
    cr_assert_eq(json_at(json, "black/rank/won"), 1);
    cr_assert_str_eq(json_text_at(json, "white/rank/rank"), "9k");
    text_free(&record);
    text_free(&reports);
}
