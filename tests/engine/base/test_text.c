/* text_plural, and its use: every part of the program that counts says "1 visit", not "1 visits".
 */
#include "engine/base/text.h"
#include "tests/support/program/arena.h"

Test(text, only_one_is_singular) {
    static const int64_t MANY[] = {0, 2, 11, 21, 100, -1, INT64_MAX};
    cr_assert_str_eq(text_plural(1), "");
    for (size_t i = 0; i < sizeof MANY / sizeof MANY[0]; i++) {
        cr_assert_str_eq(text_plural(MANY[i]), "s");
    }
}

/* What a terminal would obey, or what is no UTF-8, becomes '?'. */
Test(text, printable_for_terminals) {
    static const char *const CASES[][3] = {
        {"plain \xE7\x99\xBD", "", "plain \xE7\x99\xBD"},
        {"a\033[31mb\x7F\r", "", "a?[31mb??"},
        {"a\tb\nc", "\t\n", "a\tb\nc"},
        {"a\tb\nc", "", "a?b?c"},
        {"\xC2\x9B 31m\xC2\x80\xC2\xA0", "\n", "? 31m?\xC2\xA0"}, /* C1 */
        {"\x9B\xC3", "", "??"},                                   /* not UTF-8 */
        {"\xE2\x80\xAE"
         "gnp\xE2\x81\xA6\xE2\x80\xA8",
         "", "?gnp??"}, /* U+202E, 2066, 2028 */
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s", CASES[i][0]);
        cr_assert_str_eq(text_make_printable(text, CASES[i][1]), CASES[i][2], "case %zu: %s", i,
                         text);
    }
}

/* Names of files, records and engines, in messages and tables. */
Test(text, foreign_names_are_made_printable) {
    static const char *const LINES[] = {
        "echo 'loadsgf x.sgf' | \"$D\" -model none",
        "\"$D\" analyze x*.sgf --model none --visits 2",
        "\"$D\" comply --timeout 0.5 --only framing.ids ./evil.sh",
        "\"$D\" regress x*.tst --engine ./evil.sh",
        "\"$D\" match --black ./evil.sh --white 'sh ./evil.sh' --games 1 --size 3",
        "\"$D\" tsumego x*.sgf",
    };
    Arena *arena = arena_new();
    arena_write(arena, "x.sgf",
                "(;SZ[3]RU[\xC2\x9B"
                "31m];B[bb];W[ba])");
    arena_write(
        arena, "evil.sh",
        "#!/bin/sh\nwhile read id c rest; do\n  case $c in name|version|genmove) a='\xC2\x9B"
        "31mx';; quit) echo; exit;; *) a=;; esac\n  printf '=%s %s\\n\\n' \"$id\" \"$a\"\ndone\n");
    arena_shell(arena, "chmod +x evil.sh; cp x.sgf \"$(printf 'x\\302\\233m.sgf')\"; "
                       "echo '1 name\n#? [a]' >\"$(printf 'x\\302\\233m.tst')\"");
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        arena_shell(arena, formatted("{ %s ; } 2>&1", LINES[i]));
        cr_assert(*arena->out != '\0' && strstr(arena->out, "\xC2\x9B") == NULL, "%s\nprints\n%s",
                  LINES[i], arena->out);
    }
}

/* Checks all that a line of shell prints and writes under "made": no "1 games", and each of the
 * expected texts, which '|' separates. */
static void check_counts(Arena *arena, const char *line, const char *wanted) {
    char shell[4096];
    snprintf(
        shell, sizeof shell,
        "rm -rf made && mkdir made && { { %s ; } >made/out 2>made/err </dev/null || true; } && "
        "cat made/* made/*/* 2>/dev/null | grep -aE '(^|[^0-9.:])1 "
        "(games|moves|tests|visits|positions|suites|openings|hits|runs)\\b' | cut -c 1-200",
        line);
    arena_shell(arena, shell);
    cr_assert_str_eq(arena->out, "", "%s\nprints\n%s", line, arena->out);
    char *words = cleanup_free(strdup(wanted)), *rest = words;
    for (char *word; (word = strtok_r(rest, "|", &rest)) != NULL;) {
        snprintf(shell, sizeof shell, "cat made/* made/*/* 2>/dev/null | grep -qaE '%s'", word);
        if (arena_shell(arena, shell) != 0) {
            arena_shell(arena, "head -c 3000 made/out made/err");
            cr_assert_fail("%s\ndoes not print %s:\n%s", line, word, arena->out);
        }
    }
}

Test(text, counts_of_one_are_singular) {
    Arena *arena = arena_new();
    arena_add_engine(arena, "teller.sh");
    arena_write(arena, "one.sgf", "(;SZ[3]KM[0.5];B[bb])");
    arena_write(arena, "reports",
                "info move B2 visits 1 winrate 0.9 pv B2 rootInfo visits 1 winrate 0.9\n"
                "info move A1 visits 1 winrate 0.9 pv A1 rootInfo visits 1 winrate 0.9\n");
    arena_write(arena, "one.tst", "10 protocol_version\n#? [2]\n");
    check_counts(arena, "\"$D\" selfplay --games 1 --size 2 --visits 1 --sgf made/games",
                 "1 game in |1 playout, Black");
    check_counts(arena,
                 "\"$D\" match --black \"sh fake.sh none 0 B2\" --white \"sh fake.sh none 0 C3\" "
                 "--size 3 --games 1 --move-limit 1 --resume made/log --sgf made/games",
                 "of 1 game$|, 1 move, ");
    check_counts(arena,
                 "\"$D\" analyze one.sgf --engine \"sh teller.sh - 0\" --visits 1 "
                 "--out made/new.sgf --html made/new.html",
                 " 1 move; |: 1 move,|1 visit\\.");
    check_counts(arena, "\"$D\" analyze one.sgf --from 3", "the game has 1 move$");
    check_counts(arena, "\"$D\" regress one.tst --engine \"$D\"", "1 test, ");
    check_counts(arena,
                 "printf \"genmove b\\ndihedra-show_last_search\\ngenmove w\\n"
                 "dihedra-show_last_search\\ndihedra-show_table\\ndihedra-show_policy\\n"
                 "\" | \"$D\" --size 3 --visits 1",
                 ", 1 playout, depth|after 1 move, |1 visit, ");
}
