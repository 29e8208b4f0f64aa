/* `dihedra book` as a user runs it: books that are built, killed, gone on with and checked. */
#include "tests/support/program/arena.h"

#include <stdlib.h>

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
    expect_printed(arena, "sums, structure, values and moves right");
    arena_shell(arena, "ls");
    cr_assert_null(strstr(arena->out, ".lock"), "a lock is left: %s", arena->out);
}

#define IN_BACKGROUND                                                                              \
    "$D book build b " BUILD " --nodes 100000 >/dev/null 2>&1 & process=$!; while ! [ -s b ]; do " \
    ":; done; "

Test(book, goes_on_after_an_interrupt_or_a_kill) {
    Arena *arena = arena_new();
    arena_shell(arena, IN_BACKGROUND "sleep 3; kill $process; wait $process");
    arena_run(arena, "book verify b");
    expect_printed(arena, "values and moves right");
    cr_assert_gt(strtol(arena->out, NULL, 10), 1); /* what was searched until then */
    arena_shell(arena, IN_BACKGROUND "kill -9 $process; wait $process");
    arena_run(arena, "book build b " BUILD);
    expect_printed(arena, "positions, ");
    arena_run(arena, "book verify b");
    expect_printed(arena, "values and moves right");
}

Test(book, shows_moves) {
    Arena *arena = arena_new();
    arena_run(arena, "book build b " BUILD " --nodes 40");
    arena_run(arena, "book show b");
    expect_printed(arena, "5x5, chinese-simple-ko rules, komi 0, by Dihedra");
    expect_printed(arena, "black to move: Black wins");
    expect_printed(arena, "\nC3    Black wins");
    arena_run(arena, "book show b A1 A2 A3 A4 A5");
    expect_printed(arena, "not in the book");
}

Test(book, refuses_wrong_words) {
    static const char *const WORDS[][2] = {
        {"", "ACTION is missing; try dihedra help book"},
        {"burn b", "unknown action 'burn'; try dihedra help book"},
        {"show b --nodes 3", "unknown option --nodes"},
        {"build b --book x", "build does not take --book"},
        {"import b", "import: --katabook is missing"},
        {"export b", "export: --html is missing"},
        {"verify a b", "unexpected argument 'b'"},
    };
    static const char *const FILES[][2] = {
        {"show none", "none: No such file or directory"},
        {"verify text", "text: truncated: shorter than a header"},
        {"import b --katabook text", "text: line 1: not a JSON object"},
        {"build small --size 7", "small: the book's size is 5x5, not 7x7"},
        {"build small --rules japanese", "small: the book has other rules"},
        {"import small --katabook text", "small: exists; import makes a new book"},
        {"export text --html text", "the book and --html are the same file"},
    };
    Arena *arena = arena_new();
    arena_write(arena, "text", "not a book\n");
    arena_run(arena, "book build small " BUILD " --nodes 1");
    arena_expect_refusals(arena, "book", 2, WORDS, sizeof WORDS / sizeof WORDS[0]);
    arena_expect_refusals(arena, "book", 1, FILES, sizeof FILES / sizeof FILES[0]);
}

Test(book, a_book_is_built_by_one_process_at_a_time) {
    Arena *arena = arena_new();
    arena_shell(arena, IN_BACKGROUND "$D book build b " BUILD
                                     "; status=$?; kill $process; wait $process; exit $status");
    arena_expect(arena, 1, "b: another process is changing it");
}
