/* Self-play as users run it: what it prints, the records it writes, and that the same seed gives
 * the same games however many are played at once. */
#include "tests/support/program/arena.h"
#include "tests/support/reader/sgf_dump.h"

#include <signal.h>

Test(selfplay, same_games_one_by_one_and_two_at_once) {
    enum { GAMES = 5 };
    Arena *arena = arena_new();
    for (int i = 1; i <= 2; i++) {
        arena_must_run(arena, "selfplay --size 5 --games %d -j %d --visits 50 --json --sgf %d",
                       GAMES, i, i);
        const json_t *json = arena_json(arena);
        cr_assert_eq(json_at(json, "games"), GAMES);
        cr_assert_eq(json_at(json, "black_wins") + json_at(json, "white_wins") +
                         json_at(json, "draws"),
                     GAMES);
        cr_assert_leq(json_at(json, "moves_min"), json_at(json, "moves_per_game"));
        cr_assert_geq(json_at(json, "moves_max"), json_at(json, "moves_per_game"));
        cr_assert_gt(json_at(json, "playouts_per_s"), 0);
    }
    arena_shell(arena, "ls 1; diff -r 1 2");
    arena_expect(arena, 0, "");
    cr_assert_str_eq(arena->out, "game-1.sgf\ngame-2.sgf\ngame-3.sgf\ngame-4.sgf\ngame-5.sgf\n");
}

/* Unless it goes on with that run. */
Test(selfplay, a_run_does_not_replace_the_games_of_another) {
    Arena *arena = arena_new();
    arena_must_run(arena, "selfplay --size 5 --visits 2 --sgf g --resume log");
    arena_run(arena, "selfplay --size 5 --visits 2 --sgf g --resume new");
    arena_expect(arena, 1, "--sgf g: has game-1.sgf of another run; --resume its log");
    arena_expect_shell(arena, "ls -d g log new 2>&1 | grep -c such", "1\n");
    arena_must_run(arena, "selfplay --size 5 --visits 2 --sgf g --resume log --games 2");
    arena_expect_shell(arena, "ls g", "game-1.sgf\ngame-2.sgf\n");
}

Test(selfplay, an_interrupt_ends_it_with_the_totals_so_far, .timeout = 60) {
    Arena *arena = arena_new();
    char line[256] = "";
    pid_t process;
    FILE *errors =
        arena_start(arena, &process, "selfplay --size 5 --games 100000 --visits 2 --json");
    while (strncmp(line, "game 3", 6) != 0) {
        cr_assert_not_null(fgets(line, sizeof line, errors));
    }
    cr_assert_eq(kill(process, SIGINT), 0);
    const int result = arena_await(errors, process);
    cr_assert(WIFEXITED(result) && WEXITSTATUS(result) == 128 + SIGINT);
    arena_read(arena, "out", arena->out);
    cr_assert_geq(json_at(arena_json(arena), "games"), 3);
}

/* Each move that a search chose has a comment. */
Test(selfplay, records_say_what_the_search_thought) {
    Arena *arena = arena_new();
    static char record[ARENA_TEXT_MAX];
    char comment[256];
    arena_must_run(arena, "selfplay --size 5 --visits 20 --sgf .");
    arena_read(arena, "game-1.sgf", record);
    SgfTree *tree;
    Status status;
    cr_assert(sgf_parse_strictly(record, strlen(record), &tree, &status), "%s", status.text);
    const SgfNode *node = sgf_tree_root(tree);
    cr_assert(sgf_node_simple_text(node, "PW", comment, sizeof comment));
    cr_assert_eq(strncmp(comment, "Dihedra ", 8), 0);
    cr_assert(sgf_node_simple_text(node, "RE", comment, sizeof comment));
    int comments = 0;
    while ((node = node->first_child) != NULL) {
        const bool commented = sgf_node_simple_text(node, "C", comment, sizeof comment);
        long long visits;
        double percent;
        if (commented) {
            const char *wins = strstr(comment, ", Black wins ");
            cr_assert(wins != NULL && sscanf(comment, "%lld playout", &visits) == 1 &&
                          sscanf(wins, ", Black wins %lf%%, score", &percent) == 1,
                      "%s", comment);
            cr_assert(visits > 0 && percent >= 0 && percent <= 100, "%s", comment);
            comments++;
        }
    }
    cr_assert_gt(comments, 0);
    sgf_tree_free(tree);
}

/* A log that was cut short in its fourth line is continued to the same games; the report counts
 * them all, and other settings are refused. */
Test(selfplay, resumes_from_its_log) {
    static const char *const KEYS[] = {"games",        "black_wins",     "white_wins",
                                       "resignations", "moves_per_game", "score_mean"};
    Arena *arena = arena_new();
    arena_must_run(arena, "selfplay --size 5 --games 4 --visits 20 --json --resume log");
    const json_t *whole = arena_json(arena);
    arena_shell(arena, "{ head -n 3 log; sed -n 4p log | head -c 20; } >cut; mv cut log");
    arena_must_run(arena, "selfplay --size 5 --games 4 --visits 20 --json --resume log");
    const json_t *again = arena_json(arena);
    cr_assert_eq(json_at(again, "games_before"), 2.0);
    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++) {
        cr_assert(json_equal(json_find(whole, KEYS[i]), json_find(again, KEYS[i])), "%s", KEYS[i]);
    }
    arena_run(arena, "selfplay --size 5 --games 4 --visits 21 --json --resume log");
    arena_expect(arena, 1, "");
}
