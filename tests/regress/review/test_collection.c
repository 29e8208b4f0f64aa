/* Many games: the index, and that done games are not searched again. */
#include "tests/support/program/analyze_arena.h"

#include <signal.h>

/* ---- Many games ---- */

/* Four games on 3x3, three of them Ada's; of each the second move is White's blunder. */
static Arena *games_arena(void) {
    Arena *arena = analyze_arena_new();
    arena_shell(arena, "mkdir games");
    arena_write(arena, "games/a.sgf",
                "(;SZ[3]KM[0.5]PB[Bob]PW[Ada]DT[2026-01-02]RE[B+1];B[bb];W[aa];B[ba];W[cc])");
    arena_write(arena, "games/b.sgf",
                "(;SZ[3]KM[0.5]PB[Bob]PW[ADA]DT[2026-01-01]RE[B+1];B[bb];W[ab];B[ba];W[cc])");
    arena_write(arena, "games/c.sgf", "(;SZ[3]KM[0.5]PB[Ada]PW[Bob];B[bb];W[ac];B[ba];W[cc])");
    arena_write(arena, "games/d.sgf", "(;SZ[3]KM[0.5]PB[Eve]PW[Bob];B[bb];W[bc];B[ba];W[cc])");
    arena_write(arena, "games/notes.txt", "no record");
    return arena;
}

#define MANY "analyze games --engine 'sh teller.sh - 0' --visits 20 --deep 0 --html pages "

Test(collection, has_the_games_of_a_player) {
    static char page[ARENA_TEXT_MAX];
    Arena *arena = games_arena();
    arena_must_run(arena, MANY "--player Ada --json");
    json_t *json = arena_json(arena);
    cr_assert_eq(json_array_size(json_object_get(json, "games")), 3);
    cr_assert_str_eq(game_text(json_object_get(json, "games"), 1, "color"), "white");
    cr_assert_str_eq(game_text(json_object_get(json, "games"), 2, "color"), "black");
    const json_t *repeated = json_object_get(json, "repeated");
    cr_assert_eq(json_array_size(repeated), 0); /* one stone is no shape */
    arena_read(arena, "pages/index.html", page);
    json_t *data = page_data(page);
    cr_assert_str_eq(json_text_at(data, "kind"), "collection");
    cr_assert_str_eq(game_text(json_object_get(data, "games"), 0, "page"), "a.html");
    arena_expect_shell(arena, "ls pages | sed 's/^[0-9a-f]\\{16\\}[.]log$/LOG/' | sort",
                       "LOG\nLOG\nLOG\na.html\nb.html\nc.html\nindex.html\n");
}

Test(collection, a_folder_without_records_is_told) {
    Arena *arena = games_arena();
    arena_shell(arena, "mkdir empty");
    arena_run(arena, "analyze empty --engine 'sh teller.sh - 0' --html pages");
    arena_expect(arena, 2, "empty: no records (.sgf, .gib, .ngf)\n");
}

/* A second run asks no engine; a game more is searched alone. */
Test(collection, does_not_search_done_games_again) {
    Arena *arena = games_arena();
    arena_run(arena, MANY);
    arena_expect(arena, 0, "4/4 d: 5/5 positions");
    arena_shell(arena, "rm told");
    arena_must_run(arena, MANY);
    arena_expect_shell(arena, "test ! -e told", "");
    arena_write(arena, "games/e.sgf", "(;SZ[3]KM[0.5];B[bb])");
    arena_run(arena, MANY);
    arena_expect(arena, 0, "5/5 e: 2/2 positions");
    arena_expect_shell(arena, "grep -c ^kata-analyze told", "2\n");
}

/* Folders below are read, but not through links; reviews stand beside the records, are no records,
 * and are written anew only if something was searched. */
Test(collection, keeps_reviews_beside_records) {
    Arena *arena = games_arena();
    arena_shell(arena,
                "mkdir games/old; mv games/b.sgf games/old; ln -s .. games/old/up; "
                "rm games/c.sgf; cat games/a.sgf games/d.sgf >games/two.sgf; rm games/d.sgf; "
                "cp games/a.sgf games/a.gib");
    arena_must_run(arena, MANY "--out .review.sgf");
    arena_expect_shell(arena, "cd games; ls *.sgf old",
                       "a.gib.review.sgf\na.sgf\na.sgf.review.sgf\ntwo.sgf\n"
                       "two.sgf.2.review.sgf\ntwo.sgf.review.sgf\n\n"
                       "old:\nb.sgf\nb.sgf.review.sgf\nup\n");
    arena_expect_shell(arena, "grep -q SBKV games/old/b.sgf.review.sgf && echo reviewed",
                       "reviewed\n");
    arena_shell(arena, "echo mine >games/a.sgf.review.sgf; rm games/old/b.sgf.review.sgf told");
    arena_must_run(arena, MANY "--out .review.sgf");
    arena_expect_shell(arena, "test ! -e told; cat games/a.sgf.review.sgf; ls games/old",
                       "mine\nb.sgf\nb.sgf.review.sgf\nup\n");
}

/* Nor are those behind a new game of the same file. */
Test(collection, games_find_their_logs_again) {
    static const char GAMES[] = "(;SZ[3]KM[0.5];B[bb])(;SZ[3]KM[0.5];B[ab];W[bb])";
    static const char OPTIONS[] =
        "analyze all.sgf --engine 'sh teller.sh - 0' --visits 20 --deep 0 --html pages/";
    Arena *arena = games_arena();
    arena_write(arena, "all.sgf", GAMES);
    arena_run(arena, "%s", OPTIONS);
    arena_expect(arena, 0, "all-2: 3/3 positions");
    arena_shell(arena, "rm told");
    arena_write(arena, "all.sgf", formatted("(;SZ[3]KM[0.5];B[ba])%s", GAMES));
    arena_run(arena, "%s", OPTIONS);
    arena_expect(arena, 0, "1/1 all: 2/2 positions");
    arena_expect_shell(arena, "grep -c ^kata-analyze told; ls pages/*.html",
                       "2\npages/all-2.html\npages/all-3.html\npages/all.html\n"
                       "pages/index.html\n");
}

/* The same mistake, turned, is found again. */
Test(collection, tells_mistakes_made_again) {
    Arena *arena = games_arena();
    arena_shell(arena, "rm games/c.sgf games/d.sgf");
    arena_write(arena, "games/a.sgf", "(;SZ[3]KM[0.5];B[bb];W[ab];B[ba];W[aa])");
    arena_write(arena, "games/b.sgf", "(;SZ[3]KM[0.5];B[bb];W[bc];B[ab];W[ac])");
    arena_write(arena, "reports",
                "info move C1 visits 5 winrate 0.5 pv C1\ninfo move C1 visits 5 winrate 0.5 pv C1\n"
                "info move C1 visits 5 winrate 0.5 pv C1\ninfo move C1 visits 5 winrate 0.5 pv C1\n"
                "info move C3 visits 5 winrate 1 pv C3\n");
    arena_must_run(arena, MANY "--json");
    json_t *json = arena_json(arena);
    const json_t *repeated = json_object_get(json, "repeated");
    cr_assert_eq(json_array_size(repeated), 1);
    const json_t *mistakes = json_object_get(json_array_get(repeated, 0), "mistakes");
    cr_assert_eq(json_array_size(mistakes), 2);
    cr_assert_str_eq(game_text(mistakes, 0, "vertex"), "A3");
    cr_assert_str_eq(game_text(mistakes, 1, "vertex"), "A1");
    const json_t *keys = json_object_get(json, "key_moves");
    cr_assert_eq(json_array_size(keys), 2);
    cr_assert_str_eq(game_text(keys, 0, "vertex"), "A3");
}

Test(collection, bad_records_cost_a_line_each) {
    static const char *const CASES[][2] = {
        {"two.sgf --game 3", "--game 3: two.sgf has 2 games\n"},
        {"games --html pages --game 2",
         "several games: --resume, --from, --to and --game are for one game"},
        {"games --html games", "--html games: the pages need a folder of their own"},
        {"games/a.sgf --html games/a.sgf", "the record and --html are the same file"},
        {"games/a.sgf --out x --html x", "--out and --html are the same file"},
        {"games/a.sgf --resume x --stderr ./x", "--resume and --stderr are the same file"},
        {"games/a.sgf --stderr games/a.sgf", "the record and --stderr are the same file"},
        {"games game.sgf", "several games: the pages and their index need a folder: --html FOLDER"},
        {"games/a.sgf --player Ada",
         "--player: the pages and their index need a folder: --html FOLDER"},
    };
    Arena *arena = games_arena();
    arena_write(arena, "games/bad.sgf", "(;SZ[26]B[aa])");
    arena_run(arena, MANY);
    cr_assert_eq(arena->status, 1);
    cr_assert_not_null(strstr(arena->err, "dihedra analyze: games/bad.sgf: line 1: "));
    cr_assert_not_null(strstr(arena->out, "games/d.sgf: Black lost "));
    cr_assert_not_null(strstr(arena->out, ", 1 mistake or worse in 2 moves; "), "%s", arena->out);
    arena_run(arena, MANY "--player Nobody");
    arena_expect(arena, 1, "no game of Nobody\n");
    arena_run(arena, MANY "--out new.sgf");
    arena_expect(arena, 2, "several games: --out is an ending such as .review.sgf");
    arena_run(arena, MANY "--out .sgf"); /* which would replace the records */
    arena_expect(arena, 2, "several games: --out is an ending such as .review.sgf");
    arena_write(arena, "two.sgf", "(;SZ[3];B[bb])(;SZ[3];B[aa])");
    arena_run(arena, "analyze two.sgf --deep 0 --engine 'sh teller.sh - 0' --visits 20");
    cr_assert_not_null(strstr(arena->err, "two.sgf: has 2 games: the first is read"));
    arena_expect_refusals(arena, "analyze", 2, CASES, sizeof CASES / sizeof CASES[0]);
}

Test(collection, takes_the_games_of_one_file) {
    Arena *arena = games_arena();
    arena_write(arena, "two.sgf", "(;SZ[3];B[bb])(;SZ[26];B[ab])(;SZ[3];B[aa];W[bb])");
    arena_run(arena, "analyze two.sgf --html pages/ --deep 0 --engine 'sh teller.sh - 0' "
                     "--visits 20");
    cr_assert_eq(arena->status, 1);
    cr_assert_not_null(strstr(arena->err, "dihedra analyze: two.sgf: line 1: "));
    arena_expect_shell(arena, "ls pages/*.html",
                       "pages/index.html\npages/two-3.html\npages/two.html\n");
    arena_must_run(arena, "analyze two.sgf --game 3 --json --deep 0 --engine 'sh teller.sh - 0' "
                          "--visits 20");
    cr_assert_eq(json_array_size(json_object_get(arena_json(arena), "moves")), 2);
}

/* The index has the games that were done. */
Test(collection, interrupted_runs_go_on) {
    Arena *arena = games_arena();
    arena_write(arena, "engine.sh", "exec sh teller.sh - 0");
    arena_must_run(arena, "analyze games/a.sgf games/b.sgf --engine 'sh engine.sh' --visits 20 "
                          "--deep 0 --html pages");
    arena_write(arena, "engine.sh", "exec sh teller.sh hang 2");
    char line[1024], last[1024] = "";
    pid_t process;
    FILE *progress = arena_start(arena, &process,
                                 "analyze games --engine 'sh engine.sh' --visits 20 "
                                 "--deep 0 --html pages");
    while (fgets(line, sizeof line, progress) != NULL && strcmp(line, "hanging\n") != 0) {
    }
    cr_assert_eq(kill(process, SIGINT), 0);
    while (fgets(line, sizeof line, progress) != NULL) {
        strcpy(last, line);
    }
    cr_assert_str_eq(last,
                     "dihedra analyze: interrupted: 2 games judged; the same command goes on\n");
    const int result = arena_await(progress, process);
    cr_assert(WIFEXITED(result) && WEXITSTATUS(result) == 130, "%x", result);
    arena_expect_shell(arena, "ls pages/*.html", "pages/a.html\npages/b.html\npages/index.html\n");
}
