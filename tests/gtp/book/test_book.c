/* `dihedra book` as a user runs it: books that are built, killed, gone on with, changed and
 * checked. */
#include "engine/book/lock.h"
#include "tests/support/program/arena.h"

#include <signal.h>

#define BUILD "--size 5 --komi 0 --rules chinese-simple-ko --model none --visits 60"

static void expect_printed(const Arena *arena, const char *text) {
    arena_expect(arena, 0, "");
    cr_assert_not_null(strstr(arena->out, text), "'%s' is not in: %s", text, arena->out);
}

static void expect_same_bytes(Arena *arena, const char *a, const char *b) {
    arena_shell(arena, formatted("cmp %s %s", a, b));
    arena_expect(arena, 0, "");
}

Test(book, builds_the_same_whatever_searches_at_a_time) {
    Arena *arena = arena_new();
    arena_run(arena, "book build one " BUILD " --nodes 120");
    expect_printed(arena, "positions, ");
    arena_run(arena, "book build two " BUILD " --nodes 120 -j 2");
    expect_same_bytes(arena, "one", "two");
    arena_run(arena, "book verify one");
    expect_printed(arena, "sums, structure and values right");
    arena_run(arena, "book verify one --samples 3 --model none --visits 60");
    expect_printed(arena, "3 positions searched anew: winning less losing moves by 0.0000");
    arena_shell(arena, "ls");
    cr_assert_null(strstr(arena->out, ".log"), "a log is left: %s", arena->out);
}

Test(book, goes_on_after_a_kill_with_the_same_bytes) {
    Arena *arena = arena_new();
    arena_run(arena, "book build whole " BUILD " --nodes 150");
    for (int kill_after = 3; kill_after < 40; kill_after += 12) {
        /* Killed once the log has that number of lines. */
        arena_shell(arena, formatted("$D book build killed " BUILD
                                     " --nodes 150 >/dev/null 2>&1 & process=$!; while kill -0 "
                                     "$process 2>/dev/null && [ $(cat killed.log 2>/dev/null | wc "
                                     "-l) -lt %d ]; do :; done; kill -9 $process; wait $process",
                                     kill_after));
    }
    arena_shell(arena, "ls");
    arena_run(arena, "book build killed " BUILD " --nodes 150");
    arena_expect(arena, 0, "");
    expect_same_bytes(arena, "whole", "killed");
}

Test(book, a_log_of_other_searches_is_refused) {
    Arena *arena = arena_new();
    arena_shell(arena,
                "$D book build b " BUILD
                " --nodes 3000 >/dev/null 2>&1 & process=$!; while [ $(cat b.log 2>/dev/null "
                "| wc -l) -lt 3 ]; do :; done; kill -9 $process; wait $process");
    arena_run(arena, "book build b --size 5 --komi 0 --rules chinese-simple-ko --model none "
                     "--visits 61");
    arena_expect(arena, 1, "from a book with another \"parameters/maxVisits\": ");
}

Test(book, shows_moves_and_exports_them) {
    Arena *arena = arena_new();
    static char record[ARENA_TEXT_MAX];
    arena_run(arena, "book build b " BUILD " --nodes 40");
    arena_run(arena, "book show b");
    expect_printed(arena, "5x5, chinese-simple-ko rules, komi 0, by Dihedra");
    expect_printed(arena, "black to move: Black wins");
    expect_printed(arena, "\nC3    Black wins");
    arena_run(arena, "book show b A1 A2 A3 A4 A5");
    expect_printed(arena, "not in the book");
    arena_run(arena, "book export b --sgf b.sgf --max-ply 2");
    arena_expect(arena, 0, "");
    arena_read(arena, "b.sgf", record);
    cr_assert_not_null(strstr(record, "(;B[cc]C[Black wins"));
    cr_assert_null(strstr(record, ";B[cc]C[Black wins 0"));
}

Test(book, covers_games_and_names_those_it_skips) {
    Arena *arena = arena_new();
    arena_write(arena, "games.sgf",
                "(;SZ[5]KM[0];B[cc];W[cb];B[bb])(;SZ[5];B[cc];W[bc];B[bb](;W[bd])(;W[cb]))"
                "(;SZ[5];B[cc];W[cc])(;SZ[7];B[cc])");
    arena_run(arena, "book build b " BUILD " --nodes 1");
    arena_run(arena, "book cover b games.sgf --model none --visits 60");
    arena_expect(arena, 0, "games.sgf: game 3 skipped: line 1: an illegal move");
    arena_expect(arena, 0, "games.sgf: game 4 skipped: of another board size");
    cr_assert_not_null(strstr(arena->out, "2 games\n"));
    arena_run(arena, "book show b C3 D3");
    expect_printed(arena, "black to move"); /* an image of the games' second position */
    arena_run(arena, "book verify b");
    expect_printed(arena, "values right");
    arena_run(arena, "book build c " BUILD " --nodes 1");
    arena_run(arena, "book cover c games.sgf --model none --visits 60 --min-games 2");
    arena_run(arena, "book show c C3 C4 D4");
    expect_printed(arena, "white to move"); /* both games, mirrored */
    arena_run(arena, "book show c C3 C4 D4 D2");
    expect_printed(arena, "not in the book");
}

Test(book, imports_games_and_searches_them_later) {
    Arena *arena = arena_new();
    arena_write(arena, "games.sgf",
                "(;SZ[5]KM[0.5]RU[chinese];B[cc];W[cb];B[bb])(;SZ[5];B[cc];W[cc])");
    arena_run(arena, "book import b --sgf games.sgf");
    arena_expect(arena, 0, "games.sgf: game 2 skipped: line 1: an illegal move");
    cr_assert_not_null(strstr(arena->out, "b: 4 positions, 3 moves"), "%s", arena->out);
    arena_run(arena, "book extend b --nodes 4 --model none --visits 60");
    expect_printed(arena, "4 positions, 3 moves");
    arena_run(arena, "book show b C3 C4");
    expect_printed(arena, "5x5, chinese rules, komi 0.5");
    cr_assert_null(strstr(arena->out, "visits 0"), "%s", arena->out);
    arena_write(arena, "bad.sgf", "(;SZ[5];B[cc];W[cc])");
    arena_run(arena, "book cover b bad.sgf --model none --visits 60");
    arena_expect(arena, 1, "no game can be used");
    arena_write(arena, "taken.sgf", "(;SZ[2]AB[aa][ab][ba]AW[bb])");
    arena_run(arena, "book import c --sgf taken.sgf");
    arena_expect(arena, 1, "taken.sgf: ");
}

/* White has a stone in Black's territory. Under rules with agreement it is dead: 20 points and a
 * prisoner for Black. Under others it is alive, and the points around it are neutral. */
Test(book, a_game_that_has_ended_is_scored_without_dead_stones) {
    static const char *const SCORES[][2] = {{"japanese", "score B+21.0"},
                                            {"tromp-taylor", "score B+14.0"}};
    Arena *arena = arena_new();
    for (int i = 0; i < 2; i++) {
        arena_write(arena, "game.sgf",
                    formatted("(;SZ[5]KM[0]RU[%s];B[cc];W[ec];B[cb];W[];B[cd];W[];B[ca];W[];B[ce];"
                              "W[];B[])",
                              SCORES[i][0]));
        arena_run(arena, "book import %d --sgf game.sgf", i);
        arena_run(arena, "book extend %d --nodes 12 --model none --visits 60", i);
        arena_run(arena, "book show %d C3 E3 C4 pass C2 pass C5 pass C1 pass pass", i);
        expect_printed(arena, SCORES[i][1]);
    }
}

/* Stones of the handicap are set up, or none are, as some programs write it; PL decides. */
Test(book, imports_games_with_a_handicap) {
    static const char *const GAMES[][2] = {
        {"(;SZ[5]HA[2]AB[bb][dd];W[cc];B[cb])", "white to move: "},
        {"(;SZ[5]HA[3];W[cc];B[cb])", "white to move: "},
        {"(;SZ[5]HA[2]AB[bb][dd]PL[B];B[cc];W[cb])", "black to move: "},
    };
    Arena *arena = arena_new();
    for (int i = 0; i < 3; i++) {
        arena_write(arena, "game.sgf", GAMES[i][0]);
        arena_run(arena, "book import %d --sgf game.sgf", i);
        expect_printed(arena, "3 positions, 2 moves");
        arena_run(arena, "book show %d", i);
        expect_printed(arena, GAMES[i][1]);
    }
}

/* A book's game goes on from its start by moves alone. */
Test(book, stones_set_up_later_are_no_moves) {
    Arena *arena = arena_new();
    arena_write(arena, "games.sgf",
                "(;SZ[5];B[cc];W[cb])\n(;SZ[5]\n;AB[bb][dd];W[cc])\n(;SZ[5];B[cc]\n;AE[cc])");
    arena_run(arena, "book import b --sgf games.sgf");
    arena_expect(arena, 0, "games.sgf: game 2 skipped: line 3: stones set up after the start");
    arena_expect(arena, 0, "games.sgf: game 3 skipped: line 5: stones set up after the start");
    expect_printed(arena, "3 positions, 2 moves");
}

Test(book, covers_games_of_ranks_with_side_moves) {
    Arena *arena = arena_new();
    arena_write(
        arena, "games.sgf",
        "(;SZ[5]BR[3d]WR[9p];B[cc];W[cb])(;SZ[5]BR[5k?]WR[1 dan];B[bb];W[cd])(;SZ[5];B[dc])");
    arena_run(arena, "book build b " BUILD " --nodes 1");
    arena_shell(arena, "cp b c");
    arena_run(arena, "book cover b games.sgf --min-rank 1d --model none --visits 60");
    expect_printed(arena, "1 game\n3 positions, 2 moves");
    arena_run(arena, "book cover b games.sgf --min-rank 10k --model none --visits 60");
    expect_printed(arena, "2 games\n5 positions, 4 moves");
    arena_run(arena,
              "book cover c games.sgf --min-rank 1d --side-moves 2 --model none --visits 60");
    arena_expect(arena, 0, "");
    arena_run(arena, "book verify c");
    expect_printed(arena, "9 positions, 8 moves: "); /* 3 of the game, with 2 more each */
}

Test(book, a_list_that_was_interrupted_is_gone_on_with) {
    Arena *arena = arena_new();
    arena_run(arena, "book build b " BUILD " --nodes 30");
    arena_shell(arena, "cp b whole; printf '\\n\\nC3\\nC3 C4\\nC3 B3\\nC4\\n' >list");
    arena_run(arena, "book correct whole list --model none --visits 300");
    arena_shell(arena,
                "$D book correct b list --model none --visits 300 >/dev/null 2>&1 & process=$!; "
                "while kill -0 $process 2>/dev/null && [ $(cat b.log 2>/dev/null | wc -l) -lt 2 ]; "
                "do :; done; kill -9 $process; wait $process");
    arena_run(arena, "book correct b list --model none --visits 300");
    arena_expect(arena, 0, "");
    expect_same_bytes(arena, "whole", "b");
}

Test(book, merges_prunes_and_compares) {
    Arena *arena = arena_new();
    arena_run(arena, "book build a " BUILD " --nodes 60");
    arena_run(arena, "book build b " BUILD " --nodes 60 --seed 7");
    arena_run(arena, "book compare a a");
    expect_printed(arena, " positions in both, 0 in the first alone, 0 in the second alone");
    arena_run(arena, "book merge a b --output both");
    expect_printed(arena, "both: ");
    arena_run(arena, "book verify both");
    expect_printed(arena, "moves right");
    arena_run(arena, "book compare b both");
    expect_printed(arena, ", 0 in the first alone");
    arena_run(arena, "book prune a --max-ply 1 --output short");
    expect_printed(arena, "moves and ");
    arena_run(arena, "book compare short a");
    expect_printed(arena, ", 0 in the first alone");
    arena_run(arena, "book verify short");
    expect_printed(arena, "values right");
    arena_run(arena, "book build w --size 5 --komi 1 --model none --visits 60 --nodes 1");
    arena_run(arena, "book merge a w");
    arena_expect(arena, 1, "the books differ in rules");
}

Test(book, pruning_keeps_the_value_of_the_start) {
    Arena *arena = arena_new();
    static char before[ARENA_TEXT_MAX];
    arena_run(arena, "book build a " BUILD " --nodes 80");
    arena_run(arena, "book show a");
    snprintf(before, sizeof before, "%s", strstr(arena->out, "black to move"));
    *strstr(before, ", visits") = '\0';
    arena_run(arena, "book prune a --min-visits 200");
    arena_run(arena, "book show a");
    cr_assert_not_null(strstr(arena->out, before), "%s is not in %s", before, arena->out);
}

Test(book, corrects_positions_and_their_ancestors) {
    Arena *arena = arena_new();
    arena_run(arena, "book build b " BUILD " --nodes 30");
    arena_write(arena, "list", "# the first move loses\nC3 = -1 -25\n");
    arena_run(arena, "book correct b list --model none --visits 60");
    arena_expect(arena, 0, "");
    arena_run(arena, "book show b");
    expect_printed(arena, "\nC3    Black wins 0.0% (0.0 to 0.0), score W+25.0");
    arena_run(arena, "book extend b --nodes 40 --model none --visits 60"); /* leaves it as it is */
    arena_run(arena, "book show b");
    expect_printed(arena, "\nC3    Black wins 0.0% (0.0 to 0.0), score W+25.0");
    arena_write(arena, "list", "C3\n");
    arena_run(arena, "book correct b list --model none --visits 60");
    arena_expect(arena, 0, "");
    arena_run(arena, "book verify b");
    expect_printed(arena, "values right");
    arena_write(arena, "list", "\nE5 E4\n");
    arena_run(arena, "book correct b list --model none");
    arena_expect(arena, 1, "list: line 2: the book does not have E4 there");
    arena_write(arena, "list", "C3 = 3\n");
    arena_run(arena, "book correct b list --model none");
    arena_expect(arena, 1, "list: line 1: expected a value from -1 to 1 and a score, got ' 3'");
}

/* Searches that the list or the games ask for end by the time, too; extend makes up for them. */
Test(book, no_round_begins_after_the_time) {
    Arena *arena = arena_new();
    arena_run(arena, "book build b " BUILD " --nodes 30");
    arena_write(arena, "list", "C3\nC4\n");
    arena_run(arena, "book correct b list --model none --visits 60 --hours 0");
    arena_expect(arena, 0, "");
    arena_run(arena, "book build c " BUILD " --nodes 30");
    arena_run(arena, "book correct c list --model none --visits 60");
    arena_shell(arena, "cmp -s b c");
    arena_expect(arena, 1, "");
    arena_run(arena, "book extend b --nodes 1 --model none --visits 60");
    arena_expect(arena, 0, "");
    expect_same_bytes(arena, "c", "b");
}

Test(book, a_list_has_comments_and_plain_numbers) {
    static const char *const VALUES[] = {"0,25 1.5", "0.25 1,5", "0.25 1.5 2", "0.25 x", "x"};
    Arena *arena = arena_new();
    arena_run(arena, "book build b " BUILD " --nodes 30");
    for (int i = 0; i < 5; i++) {
        arena_write(arena, "list", formatted("C3 = %s\n", VALUES[i]));
        arena_run(arena, "book correct b list --model none --visits 60");
        arena_expect(
            arena, 1,
            formatted("line 1: expected a value from -1 to 1 and a score, got ' %s'", VALUES[i]));
    }
    arena_write(arena, "list",
                "\xEF\xBB\xBF  # of the first move\nC3 =0.5 12.5 \t# mine\r\nC4 = -1\r\n");
    arena_run(arena, "book correct b list --model none --visits 60");
    arena_expect(arena, 0, "");
    arena_run(arena, "book show b");
    expect_printed(arena, "\nC3    Black wins 75.0% (75.0 to 75.0), score B+12.5");
    expect_printed(arena, "\nC4 C2 B3 D3 Black wins 0.0% (0.0 to 0.0), score B+0.0");
}

Test(book, refuses_wrong_words) {
    static const char *const WORDS[][2] = {
        {"", "ACTION is missing; try dihedra help book"},
        {"burn b", "unknown action 'burn'; try dihedra help book"},
        {"show", "FILE is missing"},
        {"show b --nodes 3", "show does not take --nodes"},
        {"build b --sgf x", "build does not take --sgf"},
        {"build b --book x", "build does not take --book"},
        {"compare a", "compare: an argument is missing"},
        {"compare a b c", "unexpected argument 'c'"},
        {"import b", "import: give either --katabook or --sgf"},
        {"export b", "export: --sgf, --html or --katabook is missing"},
        {"export b --katabook x --html y --max-ply 3", "export --katabook does not take --max-ply"},
        {"export b --katabook x --min-visits 3", "export --katabook does not take --min-visits"},
        {"export b --katabook x --max-loss 1", "export --katabook does not take --max-loss"},
        {"import b --katabook x --max-ply 0", "import --katabook does not take --max-ply"},
        {"import b --katabook x --min-games 2", "import --katabook does not take --min-games"},
        {"import b --katabook x --min-rank 1d", "import --katabook does not take --min-rank"},
        {"extend b --size=5", "extend does not take --size: the book has its own"},
        {"cover b x --komi 7", "cover does not take --komi: the book has its own"},
        {"correct b x --rules japanese", "correct does not take --rules: the book has its own"},
    };
    static const char *const FILES[][2] = {
        {"show none", "none: No such file or directory"},
        {"verify text", "text: truncated: shorter than a header"},
        {"build text --nodes 1", "text: truncated: shorter than a header"},
        {"import b --katabook text", "text: line 1: not a JSON object"},
        {"complete text --size 2", "text: exists and is not a book"},
        {"complete b --size 5", "complete: boards of at most 16 points, not 25"},
        {"export text --sgf text", "the book and --sgf are the same file"},
    };
    Arena *arena = arena_new();
    arena_write(arena, "text", "not a book\n");
    arena_expect_refusals(arena, "book", 2, WORDS, sizeof WORDS / sizeof WORDS[0]);
    arena_expect_refusals(arena, "book", 1, FILES, sizeof FILES / sizeof FILES[0]);
}

Test(book, a_book_that_cannot_be_written_is_refused_before_the_searches) {
    Arena *arena = arena_new();
    arena_run(arena, "book build no/such/folder " BUILD);
    arena_expect(arena, 1, "no/such/folder: ");
    arena_shell(arena,
                "$D book build b " BUILD " --nodes 30 >/dev/null 2>&1 & sleep 0; while ! [ -s "
                "b.log ]; do :; done; $D book build b " BUILD "; wait");
    cr_assert_not_null(strstr(arena->err, "b.log"), "%s", arena->err);
}

Test(book, a_book_is_changed_by_one_process_at_a_time) {
    Arena *arena = arena_new();
    arena_run(arena, "book build b " BUILD " --nodes 3");
    arena_shell(arena,
                "$D book build b " BUILD " --nodes 3000 >/dev/null 2>&1 & process=$!; while ! [ -s "
                "b.log ]; do :; done; $D book prune b --max-ply 1; status=$?; kill $process; "
                "wait $process; exit $status");
    arena_expect(arena, 1, "b: another process is changing it");
    arena_run(arena, "book prune b --max-ply 2");
    arena_expect(arena, 0, "");
}

/* A build that read the book first would go on with one that another process changes meanwhile. */
Test(book, a_build_locks_the_book_before_it_reads_it) {
    Arena *arena = arena_new();
    char path[ARENA_PATH_MAX];
    BookLock lock;
    Status status;
    arena_run(arena, "book build b " BUILD " --nodes 3");
    arena_shell(arena, "printf x | dd of=b bs=1 seek=1030 conv=notrunc");
    arena_path(arena, "b", path);
    cr_assert(book_lock_take(&lock, path, &status), "%s", status.text);
    arena_run(arena, "book extend b --model none --visits 60");
    arena_expect(arena, 1, "b.log: in use by another book");
    book_lock_release(&lock);
    arena_run(arena, "book extend b --model none --visits 60");
    arena_expect(arena, 1, "b: damaged: block 1 of 1");
    arena_shell(arena, "ls");
    cr_assert_null(strstr(arena->out, ".log"), "a log is left: %s", arena->out);
}

Test(book, what_is_no_book_is_not_replaced) {
    Arena *arena = arena_new();
    static char text[ARENA_TEXT_MAX];
    arena_run(arena, "book build b " BUILD " --nodes 20");
    arena_write(arena, "letter", "dear\n");
    arena_shell(arena, "mkdir site; cp letter site/index.html");
    arena_run(arena, "book prune b --output letter");
    arena_expect(arena, 1, "letter: exists and is not a book");
    arena_run(arena, "book export b --html site");
    arena_expect(arena, 1, "site/index.html: exists and is not the page of a book");
    arena_shell(arena,
                "printf 'boardsize 5\nkomi 0\nbook_load b\nbook_save letter\nbook_save c\n' | $D "
                "--model none");
    cr_assert_not_null(strstr(arena->out, "? cannot save book: letter: exists"), "%s", arena->out);
    arena_read(arena, "letter", text);
    cr_assert_str_eq(text, "dear\n");
    expect_same_bytes(arena, "b", "c");
    arena_run(arena, "book export b --html pages");
    arena_shell(arena, "cp pages/s/0.js pages/s/1.js");
    arena_run(arena, "book export b --html pages"); /* over its own, without what is left over */
    arena_expect(arena, 0, "");
    arena_shell(arena, "ls pages/s");
    cr_assert_str_eq(arena->out, "0.js\n");
    arena_shell(arena, "mkdir -p tools/s; cp letter tools/s/0.js");
    arena_run(arena, "book export b --html tools");
    arena_expect(arena, 1, "tools/s: exists, without the page of a book beside it");
    arena_shell(arena, "find tools -type f; cmp letter tools/s/0.js");
    arena_expect(arena, 0, "");
    cr_assert_str_eq(arena->out, "tools/s/0.js\n");
    arena_write(arena, "games.sgf", "(;SZ[5];B[cc])");
    arena_run(arena, "book import c --sgf games.sgf");
    arena_expect(arena, 1, "c: exists; import makes a new book");
    expect_same_bytes(arena, "b", "c");
}
