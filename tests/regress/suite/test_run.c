/* regress/suite: suites on an engine that misbehaves on demand. */
#include "tests/support/program/arena.h"

#include "engine/base/text.h"

/* Runs one suite of this text on suite.sh with these commands more. Returns its report. */
static json_t *run_text(const char *text, const char *commands, const char *options) {
    Arena *arena = arena_new();
    arena_write(arena, "x.tst", text);
    arena_add_engine(arena, "suite.sh");
    setenv("ENGINE", formatted("sh suite.sh '%s'", commands), 1);
    arena_run(arena, "regress --engine \"$ENGINE\" --json --stderr /dev/null %s x.tst", options);
    return json_find(arena_json(arena), "suites/0");
}

/* The tests as "LINE outcome answer", errors as "LINE errors: message", then the problems. */
static const char *results_of(const json_t *suite) {
    Text *text = text_kept();
    size_t i;
    json_t *test, *problem;
    json_array_foreach(json_find(suite, "results"), i, test) {
        const char *outcome = json_text_at(test, "outcome"), *answer = json_text_at(test, "answer");
        const bool is_error = strcmp(outcome, "errors") == 0;
        text_add(text, "%d %s%s%s\n", (int)json_at(test, "line"), outcome,
                 is_error            ? ": "
                 : answer[0] == '\0' ? ""
                                     : " ",
                 is_error ? json_text_at(test, "message") : answer);
    }
    json_array_foreach(json_find(suite, "problems"), i, problem) {
        text_add(text, "%s\n", json_text_at(problem, "message"));
    }
    const char *results = formatted("%s", text_get(text));
    return results;
}

static void check_run(const char *suite, const char *commands, const char *options,
                      const char *expected) {
    const char *results = results_of(run_text(suite, commands, options));
    cr_assert_str_eq(results, expected, "%s\ngives\n%s", suite, results);
}

static void check_fake(const char *suite, const char *expected) {
    check_run(suite, "", "", expected);
}

/* ---- Outcomes ---- */

Test(regress, judges_answers) {
    check_fake("1 say D4\n#? [D4]\n"
               "2 say D4\n#? [E5]\n"
               "3 say D4\n#? [D4]*\n"
               "4 say D4\n#? [E5]*\n"
               "5 say D4\n#? [E5]&\n"
               "6 say D4\n#? [!D4]\n"
               "7 refuse D4\n#? [D4]\n"
               "8 nonsense\n#? [.*]\n"
               "9 nonsense\n#? [!D4]*\n"
               "10 lines\n#? [one]\n"
               "11 say D4\n#? [[]\n"
               "#? [D4]\n"
               "13 say pass\n#? [PASS]\n"
               "quit\n"
               "14 say still here\n#? [still here]\n",
               "1 passed D4\n"
               "3 failed D4\n"
               "5 unexpected_passed D4\n"
               "7 expected_failed D4\n"
               "9 ignored D4\n"
               "11 failed D4\n"
               "13 passed D4\n"
               "15 unsupported Unknown command\n"
               "17 unsupported Unknown command\n"
               "19 passed one\ntwo\n"
               "21 errors: [[] has a [ without its ]\n"
               "23 errors: this #? has no command of its own\n"
               "24 passed pass\n"
               "27 passed still here\n");
}

/* Not by the usual text, but on being asked. */
Test(regress, asks_what_the_engine_knows) {
    check_run("odd\n#? [!D4]\n", "odd) k=\"?\"; t=nope;; known_command) t=false;;", "",
              "1 unsupported nope\n");
}

Test(regress, tells_problems_once_and_passes_nothing_by_luck) {
    check_fake("loadsgf a.sgf\n1 where\n#? [a.sgf]\n"
               "loadsgf missing.sgf\nundo\n2 where\n#? [.*]\nkomi 5\n"
               "loadsgf missing.sgf\n3 where\n#? [.*]\n"
               "loadsgf b.sgf\n4 where\n#? [.*]\n"
               "refuse x\nnonsense 1\nnonsense 2\n5 where\n#? [.*]\n"
               "trymove D4\n6 where\n#? [.*]\ntrymove E5\n"
               "7 loadsgf missing.sgf\n#? [cannot load file]\n8 where\n#? [.*]\n"
               "9 loadsgf c.sgf\n#? []\n10 where\n#? [.*]\n",
               "2 passed a.sgf\n"
               "6 errors: x.tst:4: loadsgf missing.sgf: cannot load file\n"
               "10 errors: x.tst:9: loadsgf missing.sgf: cannot load file\n"
               "13 passed b.sgf komi5\n"
               "18 passed b.sgf komi5\n"
               "21 unsupported\n"
               "24 passed cannot load file\n"
               "26 unsupported\n"
               "28 passed\n"
               "30 passed c.sgf komi5\n"
               "x.tst:4: loadsgf missing.sgf: cannot load file\n"
               "x.tst:15: refuse x: x\n"
               "x.tst:16: the engine does not know nonsense\n"
               "x.tst:20: the engine does not know trymove\n");
}

/* A test that was to make a position, and is refused, unknown or fatal to the engine. */
Test(regress, passes_nothing_by_luck_after_a_failed_test) {
    static const char more[] = "trymove) exit 3;; popgo) k=\"?\"; t=no;;";
    check_run("1 loadsgf missing.sgf\n#? []\n2 where\n#? [.*]\n3 play B2\n#? [.*]\n"
              "loadsgf a.sgf\n4 popgo\n#? [no]\n5 where\n#? [a.sgf]\n"
              "6 popgo\n#? [x]*\n7 where\n#? [.*]\n"
              "loadsgf b.sgf\n8 trymove D4\n#? [.*]\n9 where\n#? [.*]\n"
              "loadsgf c.sgf\n10 undo\n#? [.*]*\n11 where\n#? [c.sgf]\n"
              "12 tryko D4\n#? [1]\n13 where\n#? [.*]\n",
              more, "",
              "1 failed cannot load file\n"
              "3 errors: x.tst:1: loadsgf missing.sgf: cannot load file\n"
              "5 errors: x.tst:1: loadsgf missing.sgf: cannot load file\n"
              "8 passed no\n"
              "10 passed a.sgf\n"
              "12 expected_failed no\n"
              "14 errors: x.tst:12: popgo: no\n"
              "17 errors: the engine closed its output without an answer to \"trymove D4\"; "
              "the engine ended with exit status 3\n"
              "19 errors: x.tst:17: trymove D4: the engine closed its output without an answer to "
              "\"trymove D4\"; the engine ended with exit status 3\n"
              "22 unsupported Unknown command\n"
              "24 passed c.sgf\n"
              "26 unsupported Unknown command\n"
              "28 unsupported\n");
}

/* ---- Engines that misbehave ---- */

Test(regress, brings_engines_back_to_the_position) {
    check_run("komi 7\nloadsgf a.sgf\nplay B2\nloadsgf b.sgf\nplay C3\n"
              "1 genmove black\n#? [D4]\n"
              "2 where\n#? [b.sgf C3 black D4 komi7]\n"
              "3 die\n#? [.*]\n"
              "4 where\n#? [.*]\n"
              "5 babble\n#? [.*]*\n"
              "6 where\n#? [.*]\n"
              "7 hang\n#? [.*]&\n"
              "8 where\n#? [.*]\n"
              "9 flood\n#? [.*]\n"
              "10 where\n#? [.*]\n"
              "die\n"
              "11 where\n#? [.*]\n"
              "clear_board\n12 die\n#? [.*]\n13 where\n#? [.*]\n",
              "", "--timeout 3",
              "6 passed D4\n"
              "8 passed b.sgf C3 black D4 komi7\n"
              "10 errors: the engine closed its output without an answer to \"die\"; "
              "the engine ended with exit status 3\n"
              "12 passed b.sgf C3 black D4 komi7\n"
              "14 errors: not an answer to \"babble\" (id 7): hello\n"
              "16 passed b.sgf C3 black D4 komi7\n"
              "18 errors: no answer to \"hang\" within 3 s\n"
              "20 passed b.sgf C3 black D4 komi7\n"
              "22 errors: the answer to \"flood\" has more than 1048576 bytes\n"
              "24 passed b.sgf C3 black D4 komi7\n"
              "27 passed b.sgf C3 black D4 komi7\n"
              "30 errors: the engine closed its output without an answer to \"die\"; "
              "the engine ended with exit status 3\n"
              "32 passed b.sgf/ komi7\n"
              "x.tst:26: die: the engine closed its output without an answer to \"die\"; "
              "the engine ended with exit status 3\n");
}

/* A question about a position that is gone when the engine comes back. */
Test(regress, replays_questions_without_their_position) {
    check_run("loadsgf a.sgf\nattack D4\nloadsgf b.sgf\n1 die\n#? [.*]&\n2 where\n#? [b.sgf]\n",
              "attack) [ $p = a.sgf ] || { k=\"?\"; t=empty; };;", "",
              "4 errors: the engine closed its output without an answer to \"die\"; "
              "the engine ended with exit status 3\n"
              "6 passed b.sgf\n");
}

Test(regress, gives_up_an_engine_that_does_not_come_back) {
    static const char lost[] =
        "the engine could not be started again: the engine closed its output without an answer "
        "to \"name\"; the engine ended with exit status 4";
    const char *expected =
        formatted("1 passed a\n"
                  "3 errors: the engine closed its output without an answer to \"leave\"; "
                  "the engine ended with exit status 5\n"
                  "5 errors: %s\n"
                  "8 errors: %s\n"
                  "x.tst: %s\n",
                  lost, lost, lost);
    check_fake("1 say a\n#? [a]\n2 leave\n#? [.*]\n3 say b\n#? [b]\n"
               "loadsgf a.sgf\n4 say c\n#? [c]\nplay black A1\n",
               expected);
}

/* A command that was accepted once and kills the engine when it is replayed. */
Test(regress, gives_up_an_engine_that_dies_in_replays) {
    check_run("once\n1 say a\n#? [a]\n2 die\n#? [.*]\n3 say b\n#? [b]\n4 say c\n#? [c]\nplay A1\n",
              "once) if [ -e once ]; then exit 6; else : > once; fi;;", "",
              "2 passed a\n"
              "4 errors: the engine closed its output without an answer to \"die\"; "
              "the engine ended with exit status 3\n"
              "6 errors: the engine could not be started again: the engine closed its output "
              "without an answer to "
              "\"once\"; the engine ended with exit status 6\n"
              "8 errors: the engine could not be started again: the engine closed its output "
              "without an answer to "
              "\"once\"; the engine ended with exit status 6\n"
              "x.tst: the engine could not be started again: the engine closed its output without "
              "an answer to \"once\"; "
              "the engine ended with exit status 6\n");
}

/* What the engine chose is kept as what it did, for an engine that comes back or another one. */
Test(regress, keeps_choices_as_moves) {
    static const char more[] = "place_free_handicap) t=\"A1 B2\";; set_free_handicap) p=\"$a\";; "
                               "genmove_black) t=C3;; genmove_white) t=PASS;;";
    const json_t *suite =
        run_text("place_free_handicap 2\ngenmove_white\ngenmove_black\ngenmove  w\n"
                 "die\n1 where\n#? [x]\n",
                 more, "");
    cr_assert_str_eq(json_text_at(suite, "results/0/setup"),
                     "set_free_handicap A1 B2\nplay white PASS\nplay black C3\n"
                     "play  w D4\n");
    cr_assert_str_eq(json_text_at(suite, "results/0/answer"), "A1 B2 white PASS black C3 w D4");
}

/* The answer to an analysis ends in a line with the move; its color may be missing. */
Test(regress, keeps_analyses_as_moves) {
    static const char more[] = "*-genmove_analyze) t=\"info move D4\nplay E5\";;";
    const json_t *suite = run_text("loadsgf a.sgf\nkata-genmove_analyze White 50\n"
                                   "cgos-genmove_analyze b\nlz-genmove_analyze 50\n"
                                   "1 say x\n#? [y]\n",
                                   more, "");
    cr_assert_str_eq(json_text_at(suite, "results/0/setup"),
                     "loadsgf a.sgf\nplay White E5\nplay b E5\nlz-genmove_analyze 50\n");
}

Test(regress, keeps_the_size_of_the_board) {
    static const char more[] = "set_position|gogui-setup|rectangular_boardsize) ;;";
    static const char *const cases[][2] = {
        {"boardsize 9\nclear_board\nset_position b C3\nset_position w C3\n",
         "boardsize 9\nset_position w C3\n"},
        {"boardsize 9\nclear_board\ngogui-setup b C3\n",
         "boardsize 9\nclear_board\ngogui-setup b C3\n"},
        {"boardsize 9\nplay b C3\nrectangular_boardsize 5 7\n", "rectangular_boardsize 5 7\n"},
        {"boardsize 9\nset_position b C3\nclear_board\n", "boardsize 9\nclear_board\n"},
        {"boardsize 9\nset_position b C3\nloadsgf a.sgf\n", "loadsgf a.sgf\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const json_t *suite = run_text(formatted("%s1 say x\n#? [y]\n", cases[i][0]), more, "");
        const char *setup = json_text_at(suite, "results/0/setup");
        cr_assert_str_eq(setup, cases[i][1], "%s\ngives\n%s", cases[i][0], setup);
    }
}

Test(regress, tells_the_positions_of_failed_tests) {
    static const char *const CASES[][3] = {
        {"t=3", "if [ $a = black ]; then t=\"A1 C3\"; else t=B2; fi", "001020100"},
        {"t=99", "t=", ""},
        {"t=3", "t=D1", ""},
        {"t=3", "exit 7", ""},
        {"exit 7", "t=", ""},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const json_t *suite =
            run_text("1 say x\n#? [y]\n2 say x\n#? [x]\n",
                     formatted("known_command) t=true;; query_boardsize) %s;; list_stones) %s;;",
                               CASES[i][0], CASES[i][1]),
                     "");
        const json_t *position = json_find(suite, "results/0/position");
        cr_assert_str_eq(position == NULL ? "" : json_text_at(position, "stones"), CASES[i][2]);
        cr_assert_eq(json_at(suite, "failed"), 1);
        cr_assert_eq(json_at(suite, "passed"), 1);
    }
}

/* Tests that are left out make positions, too. */
Test(regress, passes_nothing_by_luck_after_a_test_left_out) {
    check_run("1 loadsgf missing.sgf\n#? [a]\n2 where\n#? [.*]\nloadsgf a.sgf\n"
              "3 loadsgf missing.sgf\n#? [cannot.*]\n4 where\n#? [.*]\n",
              "", "--filter ':[24] '",
              "3 errors: x.tst:1: loadsgf missing.sgf: cannot load file\n"
              "8 passed a.sgf\n"
              "x.tst:1: loadsgf missing.sgf: cannot load file\n");
}

Test(regress, several_workers_find_what_one_finds) {
    Arena *arena = arena_new();
    arena_add_engine(arena, "suite.sh");
    arena_shell(arena,
                "for i in 1 2 3 4 5 6; do for k in $(seq $((i * i))); do "
                "echo \"$k count\"; echo \"#? [$((k + (k % 3 == 0)))]\"; done >$i.tst; done");
    for (int jobs = 1; jobs <= 3; jobs += 2) {
        arena_run(arena, "regress --engine 'sh suite.sh' --json -j %d .", jobs);
        const json_t *report = arena_json(arena);
        for (int i = 1; i <= 6; i++) {
            const json_t *suite = json_find(report, formatted("suites/%d", i - 1));
            cr_assert_str_eq(json_text_at(suite, "suite"), formatted("./%d.tst", i));
            cr_assert_eq(json_at(suite, "failed"), i * i / 3);
            cr_assert_eq(json_at(suite, "tests"), i * i);
        }
    }
}
