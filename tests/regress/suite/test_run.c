/* regress/suite/run: suites on an engine that misbehaves on demand. */
#include "engine/base/text.h"
#include "regress/suite/run.h"
#include "tests/support/program/cleanup.h"
#include "tests/support/program/suite_folder.h"

#include <math.h>
#include <string.h>

/* ---- Runs ---- */

static void ignore_progress(const RunProgress *progress, void *context) {
    (void)context;
    cr_assert(progress->tests_done <= progress->tests && progress->suites_done <= progress->suites);
}

static RunOptions options_for(const char *engine) {
    return (RunOptions){.engine = engine,
                        .dialect = "gnugo",
                        .label = engine,
                        .error_path = "/dev/null",
                        .timeout = 20,
                        .workers = 1,
                        .repeats = 1,
                        .progress = ignore_progress};
}

static void release(void *report) {
    report_free(report);
    free(report);
}

/* Runs suites. The report is kept until the end of the test. */
static const Report *run_files(const RunOptions *options, SuiteFile *files, size_t count) {
    Report *report = calloc(1, sizeof *report);
    Status status;
    int signal;
    cr_assert(run_suites(options, files, count, report, &signal, &status), "%s", status.text);
    cr_assert_eq(report->suite_count, count);
    cleanup_add(report, release);
    return report;
}

/* Runs one suite of this text, in a folder of its own that no engine outlives. */
static const Report *run_text(const char *text, const RunOptions *options) {
    SuiteFolder folder = suite_folder_open();
    suite_folder_write(&folder, "x.tst", text);
    SuiteFile file = suite_read(suite_folder_path(&folder, "x.tst"), DIALECT_GNUGO);
    const Report *report = run_files(options, &file, 1);
    suite_free(&file);
    suite_folder_close(&folder);
    return report;
}

/* The tests as "LINE outcome answer", errors as "LINE errors: message", then the problems. */
static const char *results_of(const Report *report) {
    static Text text;
    const Suite *suite = &report->suites[0];
    int counts[TEST_OUTCOMES] = {0};
    text_clear(&text);
    for (size_t i = 0; i < suite->test_count; i++) {
        const Test *test = &suite->tests[i];
        counts[test->outcome]++;
        cr_assert_eq(test->message != NULL, test->outcome == TEST_ERROR);
        text_add(&text, "%d %s%s%s\n", test->line, test_outcome_name(test->outcome),
                 test->outcome == TEST_ERROR ? ": "
                 : test->answer[0] == '\0'   ? ""
                                             : " ",
                 test->outcome == TEST_ERROR ? test->message : test->answer);
    }
    for (size_t i = 0; i < suite->problem_count; i++) {
        text_add(&text, "%s\n", suite->problems[i].message);
    }
    for (int outcome = 0; outcome < TEST_OUTCOMES; outcome++) {
        cr_assert_eq(suite->counts[outcome], counts[outcome]);
        cr_assert_eq(report->counts[outcome], counts[outcome]);
    }
    cr_assert_eq(report->problem_count, suite->problem_count);
    return text_get(&text);
}

static void check_run(const char *suite, const RunOptions *options, const char *expected) {
    const char *results = results_of(run_text(suite, options));
    cr_assert_str_eq(results, expected, "%s\ngives\n%s", suite, results);
}

static void check_fake(const char *suite, const char *expected) {
    const RunOptions options = options_for(suite_engine(""));
    check_run(suite, &options, expected);
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
    const RunOptions options =
        options_for(suite_engine("odd) k=\"?\"; t=nope;; known_command) t=false;;"));
    check_run("odd\n#? [!D4]\n", &options, "1 unsupported nope\n");
}

Test(regress, runs_suites_in_their_folder) {
    const RunOptions options = options_for(suite_engine(""));
    const Report *report = run_text("folder\n#? [.*]\n", &options);
    cr_assert_eq(strncmp(report->suites[0].tests[0].answer, "dihedra-regress-", 16), 0);
    cr_assert_str_eq(report->engine_name, "Fake");
    cr_assert_str_eq(report->engine_version, "1.0");
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
    const RunOptions options = options_for(suite_engine(more));
    check_run("1 loadsgf missing.sgf\n#? []\n2 where\n#? [.*]\n3 play B2\n#? [.*]\n"
              "loadsgf a.sgf\n4 popgo\n#? [no]\n5 where\n#? [a.sgf]\n"
              "6 popgo\n#? [x]*\n7 where\n#? [.*]\n"
              "loadsgf b.sgf\n8 trymove D4\n#? [.*]\n9 where\n#? [.*]\n"
              "loadsgf c.sgf\n10 undo\n#? [.*]*\n11 where\n#? [c.sgf]\n"
              "12 tryko D4\n#? [1]\n13 where\n#? [.*]\n",
              &options,
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

/* Tests that are left out make positions, too. */
Test(regress, passes_nothing_by_luck_after_a_test_left_out) {
    static const char text[] = "1 loadsgf missing.sgf\n#? [a]\n2 where\n#? [.*]\n"
                               "loadsgf a.sgf\n"
                               "3 loadsgf missing.sgf\n#? [cannot.*]\n4 where\n#? [.*]\n";
    const RunOptions options = options_for(suite_engine(""));
    SuiteFile file = suite_parse("x.tst", text, sizeof text - 1, DIALECT_GNUGO);
    file.steps[0].is_selected = file.steps[3].is_selected = false;
    cr_assert_str_eq(results_of(run_files(&options, &file, 1)),
                     "3 errors: x.tst:1: loadsgf missing.sgf: cannot load file\n"
                     "8 passed a.sgf\n"
                     "x.tst:1: loadsgf missing.sgf: cannot load file\n");
    suite_free(&file);
}

/* ---- Engines that misbehave ---- */

Test(regress, brings_engines_back_to_the_position) {
    RunOptions options = options_for(suite_engine(""));
    options.timeout = 1;
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
              &options,
              "6 passed D4\n"
              "8 passed b.sgf C3 black D4 komi7\n"
              "10 errors: the engine closed its output without an answer to \"die\"; "
              "the engine ended with exit status 3\n"
              "12 passed b.sgf C3 black D4 komi7\n"
              "14 errors: not an answer to \"babble\" (id 7): hello\n"
              "16 passed b.sgf C3 black D4 komi7\n"
              "18 errors: no answer to \"hang\" within 1 s\n"
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
    const RunOptions options =
        options_for(suite_engine("attack) [ $p = a.sgf ] || { k=\"?\"; t=empty; };;"));
    check_run("loadsgf a.sgf\nattack D4\nloadsgf b.sgf\n1 die\n#? [.*]&\n2 where\n#? [b.sgf]\n",
              &options,
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
    const RunOptions options =
        options_for(suite_engine("once) if [ -e once ]; then exit 6; else : > once; fi;;"));
    check_run("once\n1 say a\n#? [a]\n2 die\n#? [.*]\n3 say b\n#? [b]\n4 say c\n#? [c]\nplay A1\n",
              &options,
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

Test(regress, runs_nothing_without_an_engine) {
    static const struct {
        const char *engine, *message;
    } cases[] = {
        {"/nonexistent/engine", "cannot start /nonexistent/engine: No such file or directory"},
        {"no-such-engine-of-dihedra",
         "cannot start no-such-engine-of-dihedra: No such file or directory"},
        {"sh -c 'read x'", "the engine closed its output without an answer to \"name\""},
        {"sh -c 'read x; echo hello; read x'", "not an answer to \"name\" (id 1): hello"},
        {"'", "a closing ' is missing in the command line"},
    };
    SuiteFile file = suite_parse("x.tst", "name\n#? [x]\n", 12, DIALECT_GNUGO);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const RunOptions options = options_for(cases[i].engine);
        Report report;
        Status status = {""};
        int signal = -1;
        cr_assert_not(run_suites(&options, &file, 1, &report, &signal, &status));
        cr_assert_str_eq(status.text, cases[i].message, "%s", status.text);
        cr_assert_eq(signal, 0);
    }
    suite_free(&file);
}

/* ---- What is asked besides ---- */

Test(regress, asks_for_time_and_for_positions_of_failed_tests) {
    static const char more[] = "known_command) t=true;; cputime) u=$((u+1)); t=$u;; "
                               "query_boardsize) t=3;; list_stones) if [ $a = black ]; then "
                               "t=\"A1 C3\"; else t=B2; fi;;";
    static const uint8_t stones[] = {0, 0, 1, 0, 2, 0, 1, 0, 0};
    const RunOptions options = options_for(suite_engine(more));
    const Report *report =
        run_text("komi 1\nloadsgf a.sgf\nplay B2\n1 say x\n#? [x]\n2 say x\n#? [y]\n", &options);
    const Suite *suite = &report->suites[0];
    cr_assert_eq(suite->test_count, 2);
    cr_assert_eq(suite->tests[0].position.width, 0);
    cr_assert_str_eq(suite->tests[1].setup, "komi 1\nloadsgf a.sgf\nplay B2\n");
    cr_assert_eq(suite->tests[1].position.width, 3);
    cr_assert_eq(suite->tests[1].position.height, 3);
    cr_assert_arr_eq(suite->tests[1].position.stones, stones, sizeof stones);
    cr_assert_float_eq(suite->tests[0].cpu_seconds, 1, 1e-9);
    cr_assert_float_eq(suite->cpu_seconds, 4, 1e-9);
    cr_assert_float_eq(report->cpu_seconds, 4, 1e-9);
}

Test(regress, survives_positions_that_make_no_sense) {
    static const char *const answers[][2] = {
        {"t=0", "t="},   {"t=99", "t="},  {"t=x", "t="},     {"t=3", "t=D1"},   {"t=3", "t=I1"},
        {"t=3", "t=A4"}, {"t=3", "t=A0"}, {"t=3", "t=A1B2"}, {"t=3", "exit 7"}, {"exit 7", "t="},
    };
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        const char *more = formatted("known_command) [ $a = cputime ] || t=true;; "
                                     "query_boardsize) %s;; list_stones) %s;;",
                                     answers[i][0], answers[i][1]);
        const RunOptions options = options_for(suite_engine(more));
        const Report *report = run_text("1 say x\n#? [y]\n2 say x\n#? [x]\n", &options);
        const Test *tests = report->suites[0].tests;
        cr_assert_eq(tests[0].position.width, 0, "%s, %s", answers[i][0], answers[i][1]);
        cr_assert_eq(tests[0].outcome, TEST_FAILED);
        cr_assert_eq(tests[1].outcome, TEST_PASSED);
        cr_assert(isnan(tests[0].cpu_seconds) && isnan(report->cpu_seconds));
    }
}

Test(regress, repeats_and_finds_what_is_unstable) {
    RunOptions options = options_for(suite_engine(""));
    options.repeats = 3;
    const Report *report = run_text("1 flip\n#? [0]\n2 say x\n#? [x]\n3 count\n#? [1]\n"
                                    "loadsgf missing.sgf\n",
                                    &options);
    const Suite *suite = &report->suites[0];
    cr_assert_eq(suite->tests[0].outcome, TEST_FAILED);
    cr_assert_str_eq(suite->tests[0].answer, "1", "of the run that failed, the second");
    cr_assert(test_is_unstable(&suite->tests[0]));
    cr_assert_eq(suite->tests[0].passes, 2);
    cr_assert_eq(suite->tests[1].passes, 3);
    cr_assert_not(test_is_unstable(&suite->tests[1]));
    cr_assert_eq(suite->tests[2].passes, 3, "a fresh engine each time");
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(suite->tests[i].runs, 3);
    }
    cr_assert_eq(suite->problem_count, 1);
}

/* Three workers on ten suites of very different length find what one finds. */
Test(regress, workers_change_nothing) {
    enum { SUITES = 10 };
    SuiteFolder folder = suite_folder_open();
    SuiteFile files[SUITES];
    for (int i = 0; i < SUITES; i++) {
        const char *name = formatted("%d.tst", i);
        Text text = {0};
        for (int k = 0; k < i * i; k++) {
            text_add(&text, "%d count\n#? [%d]\n", k, k + 1 + (k % 3 == 0));
        }
        suite_folder_write(&folder, name, text_get(&text));
        files[i] = suite_read(suite_folder_path(&folder, name), DIALECT_GNUGO);
        text_free(&text);
    }
    for (int workers = 1; workers <= 3; workers += 2) {
        RunOptions options = options_for(suite_engine(""));
        options.workers = workers;
        const Report *report = run_files(&options, files, SUITES);
        for (int i = 0; i < SUITES; i++) {
            const Suite *suite = &report->suites[i];
            cr_assert_str_eq(suite->path, files[i].path);
            cr_assert_eq((int)suite->test_count, i * i);
            cr_assert_eq(suite->counts[TEST_FAILED], (i * i + 2) / 3);
            cr_assert_eq(suite->counts[TEST_PASSED], i * i - (i * i + 2) / 3);
        }
    }
    for (int i = 0; i < SUITES; i++) {
        suite_free(&files[i]);
    }
    suite_folder_close(&folder);
}

/* What the engine chose is kept as what it did, for an engine that comes back or another one. */
Test(regress, keeps_choices_as_moves) {
    static const char more[] = "place_free_handicap) t=\"A1 B2\";; set_free_handicap) p=\"$a\";; "
                               "genmove_black) t=C3;; genmove_white) t=PASS;;";
    const RunOptions options = options_for(suite_engine(more));
    const Report *report =
        run_text("place_free_handicap 2\ngenmove_white\ngenmove_black\ngenmove  w\n"
                 "die\n1 where\n#? [x]\n",
                 &options);
    const Test *test = &report->suites[0].tests[0];
    cr_assert_str_eq(test->setup, "set_free_handicap A1 B2\nplay white PASS\nplay black C3\n"
                                  "play  w D4\n");
    cr_assert_str_eq(test->answer, "A1 B2 white PASS black C3 w D4");
}

/* The answer to an analysis ends in a line with the move; its color may be missing. */
Test(regress, keeps_analyses_as_moves) {
    static const char more[] = "*-genmove_analyze) t=\"info move D4\nplay E5\";; "
                               "gomill-genmove_ex) t=${a#* };;";
    const RunOptions options = options_for(suite_engine(more));
    const Report *report = run_text("loadsgf a.sgf\nkata-genmove_analyze White 50\n"
                                    "cgos-genmove_analyze b\nlz-genmove_analyze 50\n"
                                    "gomill-genmove_ex w C3\ngomill-genmove_ex b claim\n"
                                    "1 say x\n#? [y]\n",
                                    &options);
    cr_assert_str_eq(report->suites[0].tests[0].setup,
                     "loadsgf a.sgf\nplay White E5\nplay b E5\nlz-genmove_analyze 50\n"
                     "play w C3\n");
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
        const RunOptions options = options_for(suite_engine(more));
        const Report *report = run_text(formatted("%s1 say x\n#? [y]\n", cases[i][0]), &options);
        const char *setup = report->suites[0].tests[0].setup;
        cr_assert_str_eq(setup, cases[i][1], "%s\ngives\n%s", cases[i][0], setup);
    }
}

/* Its engine tells where it is; the one under test cannot, or is gone. */
Test(regress, has_another_engine_tell_positions) {
    static const uint8_t stones[] = {0, 0, 0, 0, 1, 0, 0, 0, 0}, none[9];
    char *diagram_engine = cleanup_free(strdup(
        suite_engine("known_command) t=true;; query_boardsize) t=3;; "
                     "list_stones) [ $a = white ] || t=\"${p#*/}\";; gogui-setup) k=\"?\";;")));
    RunOptions options = options_for(suite_engine("gogui-setup) ;;"));
    options.diagram_engine = diagram_engine;
    const Report *report = run_text("strange\n1 say x\n#? [y]\nplay B2\n2 say x\n#? [y]\n3 say x\n"
                                    "#? [x]\n4 die\n#? [x]\ngogui-setup 1\n5 say x\n#? [y]\n",
                                    &options);
    const Test *tests = report->suites[0].tests;
    cr_assert_eq(report->suites[0].test_count, 5);
    static const uint8_t *const expected[] = {none, stones, NULL, stones, NULL};
    for (int i = 0; i < 5; i++) {
        cr_assert_eq(tests[i].position.width, expected[i] == NULL ? 0 : 3, "test %d", i + 1);
        if (expected[i] != NULL && tests[i].position.width == 3) {
            cr_assert_arr_eq(tests[i].position.stones, expected[i], sizeof stones);
        }
    }
}
