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
                 "dihedra-save_tree made/tree.sgf\\n\" | \"$D\" --size 3 --visits 1",
                 ", 1 playout, depth|after 1 move, |1 visit, ");
}
