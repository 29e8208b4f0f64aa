/* text_plural, and its use: each part of the program that counts says "1 visit", not "1 visits". */
#include "engine/base/text.h"
#include "tests/support/program/arena.h"

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
