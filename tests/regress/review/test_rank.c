/* Ranks of people, estimated from a game. */
#include "engine/base/text.h"
#include "tests/support/program/analyze_arena.h"

/* Black plays what the engine reports with a chance of a half, White what it does not. */
Test(rank_estimate, likely_moves_and_a_win_raise_it) {
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
    arena_run(arena,
              "analyze game.sgf --engine 'sh teller.sh - 0' --visits 20 --deep 0 --to 58 --json");
    cr_assert(json_is_null(json_find(arena_json(arena), "black/rank")));
    text_free(&record);
    text_free(&reports);
}
