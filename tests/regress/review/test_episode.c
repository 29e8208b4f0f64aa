/* Mistakes that are one, and those that matter most. */
#include "engine/base/text.h"
#include "tests/support/program/analyze_arena.h"

/* Both colors leave the middle of a 5x5 board alone while they pass, until White takes it. Each
 * report is one of its side to move. */
static const char LEFT[] =
    "info move C3 visits 9 winrate 0.6 scoreLead 4 order 0 pv C3 B2\n"
    "info move C3 visits 9 winrate 0.9 scoreLead 9 order 0 pv C3 B2\n"
    "info move B2 visits 9 winrate 0.8 scoreLead 8 order 0 pv B2 C3\n" /* whose answer is C3 */
    "info move C3 visits 9 winrate 0.9 scoreLead 8 order 0 pv C3\n"
    "info move A2 visits 9 winrate 0.1 scoreLead -8 order 0 pv A2\n";

static json_t *review(Arena *arena, const char *record, const char *reports) {
    arena_write(arena, "game.sgf", record);
    arena_write(arena, "reports", reports);
    arena_must_run(arena,
                   "analyze game.sgf --engine 'sh teller.sh - 0' --visits 999 --deep 0 --json");
    return arena_json(arena);
}

Test(episode, a_point_that_both_leave_is_one_mistake_of_each) {
    Arena *arena = analyze_arena_new();
    const json_t *json = review(arena, "(;SZ[5];B[aa];W[ea];B[ae];W[cc])", LEFT);
    for (int move = 0; move < 3; move++) {
        cr_assert_eq(json_at(json, formatted("moves/%d/episode/0", move)), 1);
        cr_assert_eq(json_at(json, formatted("moves/%d/episode/1", move)), 3);
    }
    cr_assert_eq(json_at(json, "black/grades/blunder"), 1); /* two moves lost it */
    cr_assert_eq(json_at(json, "white/grades/blunder"), 1);
    cr_assert_eq(json_array_size(json_object_get(json_object_get(json, "black"), "worst_moves")),
                 1);
    cr_assert_eq(json_at(json, "black/key_moves/0"), 3);
    cr_assert_eq(json_at(json, "white/key_moves/0"), 2);
    arena_prints(
        arena, "analyze game.sgf --engine 'sh teller.sh - 0' --visits 20 --deep 0",
        "White's key mistake:\n  2 E5 loses 70.0% and 17.0 points; the engine's choice: C3 "
        "B2. From move 1 to 2 both left C3.\n\nmove ");
}

/* Adds a reason to the log of a review, for the move that has that many before it. */
static void log_reason(Arena *arena, int move, const char *members) {
    arena_shell(arena,
                formatted("echo '{\"move\":%d,\"reason\":{%s,\"owner\":\"black\",\"stones\":["
                          "\"A1\"],\"proved\":true}}' >>log",
                          move, members));
}

/* Of four mistakes in four places the three greatest; none beside another. One that is proved comes
 * before one that is a little greater, but for threats, which can be answered. */
Test(episode, three_key_mistakes_in_different_places) {
    static const char *const BEST[] = {"B18", "S18", "B2", "S2", "T3"};
    static const int LOSSES[] = {4, 5, 6, 7, 8};
    Arena *arena = analyze_arena_new();
    Text record = text_new("(;SZ[19]"), reports = {0};
    for (int i = 0; i < 5; i++) {
        text_add(&record, ";B[%cj];W[%cl]", 'e' + i, 'e' + i);
        text_add(&reports, "info move %s visits 9 winrate 0.5 scoreLead %d pv %s\n", BEST[i],
                 LOSSES[i], BEST[i]);
        text_add(&reports, "info move %c8 visits 9 winrate 0.5 scoreLead 0 pv %c8\n", "EFGHJ"[i],
                 "EFGHJ"[i]);
    }
    text_add(&record, ")");
    text_add(&reports, "info move K10 visits 9 winrate 0.5 scoreLead 0 pv K10\n");
    const json_t *json = review(arena, text_get(&record), text_get(&reports));
    const json_t *keys = json_object_get(json_object_get(json, "black"), "key_moves");
    cr_assert_eq(json_array_size(keys), 3);
    cr_assert_eq(json_at(json, "black/key_moves/0"), 9);
    cr_assert_eq(json_at(json, "black/key_moves/1"), 5); /* not 7, which is beside 9 */
    cr_assert_eq(json_at(json, "black/key_moves/2"), 3);
    static const char COMMAND[] =
        "analyze game.sgf --engine 'sh teller.sh - 0' --visits 999 --deep 0 --json --resume log";
    static const char *const KINDS[] = {"threat", "capture"};
    arena_must_run(arena, COMMAND);
    for (int i = 0; i < 2; i++) {
        log_reason(arena, 2, formatted("\"kind\":\"%s\"", KINDS[i]));
        arena_must_run(arena, COMMAND);
        cr_assert_eq(json_at(arena_json(arena), "black/key_moves/1"), i == 0 ? 5 : 3);
    }
    text_free(&record);
    text_free(&reports);
}

/* Two candidates that are four points apart from their mean: a loss of three is none, unless 200
 * visits were made. */
Test(episode, a_loss_within_the_uncertainty_is_no_mistake) {
    static const struct {
        int visits;
        const char *grade;
    } CASES[] = {{20, ""}, {100, "mistake"}};
    Arena *arena = analyze_arena_new();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const int visits = CASES[i].visits;
        const json_t *json = review(
            arena, "(;SZ[3];B[aa])",
            formatted("info move C1 visits %d winrate 0.5 scoreLead 4 pv C1 info move C3 visits %d "
                      "winrate 0.5 scoreLead -4 pv C3\n"
                      "info move A1 visits %d winrate 0.5 scoreLead -1 pv A1\n",
                      visits, visits, 2 * visits));
        const char *grade = game_text(json_object_get(json, "moves"), 0, "grade");
        cr_assert_str_eq(grade == NULL ? "" : grade, CASES[i].grade);
        cr_assert_eq(json_at(json, "moves/0/uncertainty_points"), visits < 100 ? 4 : 0);
    }
}

/* All points of a 3x3 board become White's by a move. From 15 kyu up a player reads estimates. */
Test(episode, beginners_read_no_estimates) {
    static const char *const RANKS[] = {"15k", "20 kyu", "14k", "3d", "?"};
    Arena *arena = analyze_arena_new();
    for (size_t i = 0; i < sizeof RANKS / sizeof RANKS[0]; i++) {
        const json_t *json = review(
            arena, formatted("(;SZ[3]BR[%s];B[aa])", RANKS[i]),
            "info move B2 visits 999 winrate 0.9 scoreLead 9 pv B2 ownership 1 1 1 1 1 1 1 1 "
            "1\ninfo move B2 visits 999 winrate 0.9 scoreLead 9 pv B2 ownership 1 1 1 1 1 1 1 "
            "1 1\n");
        const json_t *move = json_array_get(json_object_get(json, "moves"), 0);
        cr_assert_str_eq(
            json_string_value(json_object_get(json_object_get(move, "reason"), "kind")),
            "territory");
        arena_must_run(arena, "analyze game.sgf --engine 'sh teller.sh - 0' --visits 999 --deep 0");
        cr_assert_eq(strstr(arena->out, "An estimate: ") != NULL, i > 1, "%s", arena->out);
    }
}

/* Two points of a 5x5 board go to White, the others stay Black's. */
Test(episode, an_endgame_move_has_a_size) {
    static const char *const CASES[][2] = {{"A1 B2", "sente"}, {"A1 E5", "gote"}};
    Arena *arena = analyze_arena_new();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const json_t *json = review(
            arena, "(;SZ[5];B[ee])",
            formatted("info move A1 visits 999 winrate 0.9 scoreLead 9 pv %s ownership 1 1 1 "
                      "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n"
                      "info move A1 visits 999 winrate 0.5 scoreLead -5 pv A1 ownership -1 -1 "
                      "-1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 1 1 -1 -1 -1\n",
                      CASES[i][0]));
        const json_t *move = json_array_get(json_object_get(json, "moves"), 0);
        const json_t *reason = json_object_get(move, "reason");
        cr_assert_str_eq(json_string_value(json_object_get(reason, "kind")), CASES[i][1]);
        cr_assert_eq(json_at(reason, "points"), 4);
        arena_must_run(arena, "analyze game.sgf --engine 'sh teller.sh - 0' --visits 999 --deep 0");
        expect_in(arena->out,
                  formatted("An estimate: A1 is worth some 4 points in %s.", CASES[i][1]));
    }
}

/* A ko is told instead of the atari that begins it; of a seki, what either move leads to. */
Test(episode, reasons_have_words) {
    static const char *const CASES[][2] = {
        {"\"kind\":\"rescue\",\"ko\":true,\"how\":\"atari\",\"line\":[\"B1\"]",
         "Why: White captures the stone at A1 by a ko: B1."},
        {"\"kind\":\"rescue\",\"ko\":false,\"how\":\"atari\",\"line\":[\"B1\"]",
         "Why: White captures the stone at A1, in atari: B1."},
        {"\"kind\":\"seki\",\"assumed\":[\"C1\"]", "Why: after A3 the group of the stone at A1 "
                                                   "dies, after C3 it lives in seki, if the stones "
                                                   "around hold: C1."},
        {"\"kind\":\"eyes\"",
         "Why: after A3 the group of the stone at A1 lives only in seki, after "
         "C3 by two eyes."},
    };
    static const char COMMAND[] =
        "analyze game.sgf --engine 'sh teller.sh - 0' --visits 999 --deep 0 --resume log";
    Arena *arena = analyze_arena_new();
    review(arena, "(;SZ[3];B[aa])", LEFT);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        arena_must_run(arena, COMMAND);
        log_reason(arena, 0, CASES[i][0]);
        arena_must_run(arena, COMMAND);
        expect_in(arena->out, CASES[i][1]);
    }
}

/* A game of two beginners: Black's last move leaves D6 to be captured. */
#define LEFT_STONE                                                                                 \
    "(;SZ[9]KM[7.5]RU[chinese];B[fd];W[cg];B[gg];W[cd];B[cc];W[dc];B[dd];W[ec];B[bd];W[ce];B[cb]"  \
    ";W[be];B[ac])"

/* The reason is in each report, and the review of a review is the same. */
Test(episode, reasons_are_told, .timeout = 120) {
    static char first[ARENA_TEXT_MAX], second[ARENA_TEXT_MAX];
    Arena *arena = analyze_arena_new();
    arena_write(arena, "game.sgf", LEFT_STONE);
    arena_must_run(arena, "analyze game.sgf --visits 50 --json --out new.sgf --html new.html");
    const json_t *json = arena_json(arena);
    const json_t *reason =
        json_object_get(json_array_get(json_object_get(json, "moves"), 12), "reason");
    cr_assert_str_eq(json_string_value(json_object_get(reason, "kind")), "rescue");
    cr_assert(json_is_true(json_object_get(reason, "proved")));
    cr_assert_eq(json_at(json, "black/key_moves/0"), 13);
    arena_read(arena, "new.sgf", first);
    expect_in(first, "Why: White captures the stone at D6: E6 ");
    arena_must_run(arena, "analyze new.sgf --visits 50 --out again.sgf");
    arena_read(arena, "again.sgf", second);
    cr_assert_str_eq(first, second, "%s\n%s", first, second);
}

/* Set-up in mid-game, no komi, an illegal move, one move, passes, a handicap, small and large
 * boards, a thousand moves: each gets a review. */
Test(episode, all_kinds_of_games_are_reviewed, .timeout = 120) {
    static const struct {
        const char *record;
        size_t moves;
    } CASES[] = {
        {"(;SZ[9]KM[6.5];B[ee];W[ce];B[gc];AB[dd][de]AE[ee];W[cc];B[dc];W[gg])", 6},
        {"(;SZ[9];B[ee];W[ce])", 2},
        {"(;SZ[9];B[ee];W[ee];B[gc])", 3},
        {"(;SZ[9];B[ee])", 1},
        {"(;SZ[9];B[];W[])", 2},
        {"(;SZ[19]KM[0.5]HA[2]AB[dd][pp];W[nc];B[qf])", 2},
        {"(;SZ[5];B[cc];W[bb])", 2},
        {"(;SZ[25];B[dd];W[vv])", 2},
        {NULL, 1000},
    };
    Text line = text_new("(;SZ[5]");
    Arena *arena = analyze_arena_new();
    for (int i = 0; i < 1000; i++) {
        text_add(&line, ";%c[%c%c]", "BW"[i % 2], 'a' + i * i % 5, 'a' + i / 5 % 5);
    }
    text_add(&line, ")");
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        arena_write(arena, "game.sgf", CASES[i].record == NULL ? text_get(&line) : CASES[i].record);
        arena_must_run(arena, "analyze game.sgf --model none --visits 2 --deep 0 --json");
        json_t *json = arena_json(arena);
        cr_assert_eq(json_array_size(json_object_get(json, "moves")), CASES[i].moves, "%zu", i);
    }
    text_free(&line);
}
