/* regress/run, regress/baseline and regress/regress: suites in a folder of their own on an engine
 * that is a few lines of shell and does whatever bad thing it is told. That no process is left
 * shows a pipe that only engines hold open: it is at its end then and not before. */
#include "engine/base/json.h"
#include "engine/base/text.h"
#include "regress/regress.h"
#include "regress/run.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- The engine ---- */

/* It tells its position: the file that it loaded and the moves since. Commands to come are put in
 * the place of %s. */
static const char engine_form[] =
    "sh -c '[ ! -e gone ] || { read -r x; exit 4; }; while read -r id c a; do k=\"=\"; t=\"\"; "
    "case \"$c\" in "
    "quit) exit 0;; name) t=Fake;; version) t=1.0;; "
    "loadsgf) if [ \"$a\" = missing.sgf ]; then k=\"?\"; t=\"cannot load file\"; else "
    "p=\"$a\"; fi;; "
    "boardsize) p=\"$a\";; clear_board) p=\"${p%%%%/*}/\";; komi) s=\"$s komi$a\";; "
    "play) p=\"$p $a\";; genmove) t=D4; p=\"$p $a D4\";; "
    "where) t=\"$p$s\";; say) t=\"$a\";; refuse) k=\"?\"; t=\"$a\";; count) n=$((n+1)); t=$n;; "
    "lines) t=\"one\ntwo\";; folder) t=\"${PWD##*/}\";; "
    "die) exit 3;; hang) exec sleep 1000;; babble) printf \"hello\\n\"; continue;; "
    "flood) exec yes \"=$id\";; leave) : > gone; exit 5;; "
    "flip) if [ -e flip ]; then rm flip; t=1; else : > flip; t=0; fi;; "
    "%s *) k=\"?\"; t=\"Unknown command\";; "
    "esac; printf \"%%s%%s %%s\\n\\n\" \"$k\" \"$id\" \"$t\"; done'";

static const char *engine_with(const char *more) {
    static char engine[2048];
    snprintf(engine, sizeof engine, engine_form, more);
    return engine;
}

/* ---- A folder of suites ---- */

typedef struct {
    char folder[64];
    int watch; /* at its end when all engines are gone */
    int held;  /* the other end, which they inherit */
} Place;

static Place open_place(void) {
    Place place = {.folder = "/tmp/dihedra-regress-XXXXXX"};
    int ends[2];
    cr_assert_not_null(mkdtemp(place.folder));
    cr_assert_eq(pipe(ends), 0);
    cr_assert_eq(fcntl(ends[0], F_SETFD, FD_CLOEXEC), 0);
    place.watch = ends[0];
    place.held = ends[1];
    return place;
}

static void close_place(Place *place) {
    char byte, command[128];
    struct pollfd fd = {place->watch, POLLIN, 0};
    close(place->held);
    cr_assert_eq(poll(&fd, 1, 20000), 1, "a process is left");
    cr_assert_eq(read(place->watch, &byte, 1), 0);
    close(place->watch);
    snprintf(command, sizeof command, "rm -r %s", place->folder);
    cr_assert_eq(system(command), 0);
}

static const char *path_in(const Place *place, const char *name) {
    static char paths[4][128];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", place->folder, name);
    return path;
}

static void write_text(const Place *place, const char *name, const char *text) {
    FILE *file = fopen(path_in(place, name), "w");
    fputs(text, file);
    cr_assert_eq(fclose(file), 0);
}

/* ---- Runs ---- */

static void ignore_progress(const RunProgress *progress, void *context) {
    (void)context;
    cr_assert(progress->tests_done <= progress->tests && progress->suites_done <= progress->suites);
}

static RunOptions options_for(const char *engine) {
    return (RunOptions){.engine = engine,
                        .label = engine,
                        .error_path = "/dev/null",
                        .timeout = 20,
                        .workers = 1,
                        .repeats = 1,
                        .progress = ignore_progress};
}

/* Runs one suite of this text. */
static Report run_text(const Place *place, const char *text, const RunOptions *options) {
    Report report;
    Status status;
    int signal;
    write_text(place, "x.tst", text);
    SuiteFile file = suite_read(path_in(place, "x.tst"), DIALECT_GNUGO);
    cr_assert(run_suites(options, &file, 1, &report, &signal, &status), "%s", status.text);
    suite_free(&file);
    cr_assert_eq(report.suite_count, 1);
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
        cr_expect_eq(test->message != NULL, test->outcome == TEST_ERROR);
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
        cr_expect_eq(suite->counts[outcome], counts[outcome]);
        cr_expect_eq(report->counts[outcome], counts[outcome]);
    }
    cr_expect_eq(report->problem_count, suite->problem_count);
    return text_get(&text);
}

static void check_run(const char *suite, const RunOptions *options, const char *expected) {
    Place place = open_place();
    Report report = run_text(&place, suite, options);
    const char *results = results_of(&report);
    cr_expect_str_eq(results, expected, "%s\ngives\n%s", suite, results);
    report_free(&report);
    close_place(&place);
}

static void check_fake(const char *suite, const char *expected) {
    const RunOptions options = options_for(engine_with(""));
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
        options_for(engine_with("odd) k=\"?\"; t=nope;; known_command) t=false;;"));
    check_run("odd\n#? [!D4]\n", &options, "1 unsupported nope\n");
}

Test(regress, runs_suites_in_their_folder) {
    Place place = open_place();
    const RunOptions options = options_for(engine_with(""));
    Report report = run_text(&place, "folder\n#? [.*]\n", &options);
    cr_assert_str_eq(report.suites[0].tests[0].answer, place.folder + strlen("/tmp/"));
    cr_assert_str_eq(report.engine_name, "Fake");
    cr_assert_str_eq(report.engine_version, "1.0");
    report_free(&report);
    close_place(&place);
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

/* ---- Engines that misbehave ---- */

Test(regress, brings_engines_back_to_the_position) {
    RunOptions options = options_for(engine_with(""));
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

Test(regress, gives_up_an_engine_that_does_not_come_back) {
    static const char lost[] = "no engine any more: the engine closed its output without an answer "
                               "to \"name\"; the engine ended with exit status 4";
    char expected[1024];
    snprintf(expected, sizeof expected,
             "1 passed a\n"
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
        options_for(engine_with("once) if [ -e once ]; then exit 6; else : > once; fi;;"));
    check_run(
        "once\n1 say a\n#? [a]\n2 die\n#? [.*]\n3 say b\n#? [b]\n4 say c\n#? [c]\nplay A1\n",
        &options,
        "2 passed a\n"
        "4 errors: the engine closed its output without an answer to \"die\"; "
        "the engine ended with exit status 3\n"
        "6 errors: no engine any more: the engine closed its output without an answer to "
        "\"once\"; the engine ended with exit status 6\n"
        "8 errors: no engine any more: the engine closed its output without an answer to "
        "\"once\"; the engine ended with exit status 6\n"
        "x.tst: no engine any more: the engine closed its output without an answer to \"once\"; "
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
        cr_expect_str_eq(status.text, cases[i].message, "%s", status.text);
        cr_expect_eq(signal, 0);
    }
    suite_free(&file);
}

/* ---- What is asked besides ---- */

Test(regress, asks_for_time_and_for_positions_of_failed_tests) {
    static const char more[] = "known_command) t=true;; cputime) u=$((u+1)); t=$u;; "
                               "query_boardsize) t=3;; list_stones) if [ $a = black ]; then "
                               "t=\"A1 C3\"; else t=B2; fi;;";
    static const uint8_t stones[] = {0, 0, 1, 0, 2, 0, 1, 0, 0};
    Place place = open_place();
    const RunOptions options = options_for(engine_with(more));
    Report report = run_text(
        &place, "komi 1\nloadsgf a.sgf\nplay B2\n1 say x\n#? [x]\n2 say x\n#? [y]\n", &options);
    const Suite *suite = &report.suites[0];
    cr_assert_eq(suite->test_count, 2);
    cr_expect_eq(suite->tests[0].position.width, 0);
    cr_expect_str_eq(suite->tests[1].setup, "komi 1\nloadsgf a.sgf\nplay B2\n");
    cr_assert_eq(suite->tests[1].position.width, 3);
    cr_assert_eq(suite->tests[1].position.height, 3);
    cr_expect_arr_eq(suite->tests[1].position.stones, stones, sizeof stones);
    cr_expect_float_eq(suite->tests[0].cpu_seconds, 1, 1e-9);
    cr_expect_float_eq(suite->cpu_seconds, 4, 1e-9);
    cr_expect_float_eq(report.cpu_seconds, 4, 1e-9);
    report_free(&report);
    close_place(&place);
}

Test(regress, survives_positions_that_make_no_sense) {
    static const char *const answers[][2] = {
        {"t=0", "t="},   {"t=99", "t="},  {"t=x", "t="},     {"t=3", "t=D1"},   {"t=3", "t=I1"},
        {"t=3", "t=A4"}, {"t=3", "t=A0"}, {"t=3", "t=A1B2"}, {"t=3", "exit 7"}, {"exit 7", "t="},
    };
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        char more[256];
        Place place = open_place();
        snprintf(more, sizeof more,
                 "known_command) [ $a = cputime ] || t=true;; query_boardsize) %s;; "
                 "list_stones) %s;;",
                 answers[i][0], answers[i][1]);
        const RunOptions options = options_for(engine_with(more));
        Report report = run_text(&place, "1 say x\n#? [y]\n2 say x\n#? [x]\n", &options);
        const Test *tests = report.suites[0].tests;
        cr_expect_eq(tests[0].position.width, 0, "%s, %s", answers[i][0], answers[i][1]);
        cr_expect_eq(tests[0].outcome, TEST_FAILED);
        cr_expect_eq(tests[1].outcome, TEST_PASSED);
        cr_expect(isnan(tests[0].cpu_seconds) && isnan(report.cpu_seconds));
        report_free(&report);
        close_place(&place);
    }
}

Test(regress, repeats_and_finds_what_is_unstable) {
    Place place = open_place();
    RunOptions options = options_for(engine_with(""));
    options.repeats = 3;
    Report report = run_text(&place,
                             "1 flip\n#? [0]\n2 say x\n#? [x]\n3 count\n#? [1]\n"
                             "loadsgf missing.sgf\n",
                             &options);
    const Suite *suite = &report.suites[0];
    cr_expect_eq(suite->tests[0].outcome, TEST_FAILED);
    cr_expect_str_eq(suite->tests[0].answer, "1", "of the run that failed, the second");
    cr_expect(test_is_unstable(&suite->tests[0]));
    cr_expect_eq(suite->tests[0].passes, 2);
    cr_expect_eq(suite->tests[1].passes, 3);
    cr_expect_not(test_is_unstable(&suite->tests[1]));
    cr_expect_eq(suite->tests[2].passes, 3, "a fresh engine each time");
    for (int i = 0; i < 3; i++) {
        cr_expect_eq(suite->tests[i].runs, 3);
    }
    cr_expect_eq(suite->problem_count, 1);
    report_free(&report);
    close_place(&place);
}

/* Three workers on ten suites of very different length find what one finds. */
Test(regress, workers_change_nothing) {
    enum { SUITES = 10 };
    Place place = open_place();
    SuiteFile files[SUITES];
    for (int i = 0; i < SUITES; i++) {
        char name[16];
        Text text = {0};
        for (int k = 0; k < i * i; k++) {
            text_add(&text, "%d count\n#? [%d]\n", k, k + 1 + (k % 3 == 0));
        }
        snprintf(name, sizeof name, "%d.tst", i);
        write_text(&place, name, text_get(&text));
        files[i] = suite_read(path_in(&place, name), DIALECT_GNUGO);
        text_free(&text);
    }
    for (int workers = 1; workers <= 3; workers += 2) {
        Report report;
        Status status;
        int signal;
        RunOptions options = options_for(engine_with(""));
        options.workers = workers;
        cr_assert(run_suites(&options, files, SUITES, &report, &signal, &status), "%s",
                  status.text);
        for (int i = 0; i < SUITES; i++) {
            const Suite *suite = &report.suites[i];
            cr_expect_str_eq(suite->path, files[i].path);
            cr_expect_eq((int)suite->test_count, i * i);
            cr_expect_eq(suite->counts[TEST_FAILED], (i * i + 2) / 3);
            cr_expect_eq(suite->counts[TEST_PASSED], i * i - (i * i + 2) / 3);
        }
        report_free(&report);
    }
    for (int i = 0; i < SUITES; i++) {
        suite_free(&files[i]);
    }
    close_place(&place);
}

/* ---- The command line ---- */

/* Runs the subcommand; its standard output is to be freed. */
static char *run_main(int exit_status, ...) {
    char *arguments[16] = {"dihedra"};
    char path[] = "/tmp/dihedra-regress-out-XXXXXX";
    int count = 1;
    va_list list;
    va_start(list, exit_status);
    while ((arguments[count] = va_arg(list, char *)) != NULL) {
        count++;
    }
    va_end(list);
    fflush(stdout);
    const int file = mkstemp(path), saved = dup(STDOUT_FILENO);
    dup2(file, STDOUT_FILENO);
    const int got = regress_main(count, arguments);
    fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    const off_t length = lseek(file, 0, SEEK_END);
    char *text = calloc((size_t)length + 1, 1);
    cr_assert_eq(pread(file, text, (size_t)length, 0), length);
    close(file);
    unlink(path);
    cr_expect_eq(got, exit_status, "exit status %d, expected %d: %s", got, exit_status, text);
    return text;
}

static json_t *parse(char *text) {
    json_error_t error;
    json_t *object = json_loads(text, 0, &error);
    cr_assert_not_null(object, "%s: %s", error.text, text);
    free(text);
    return object;
}

static int count_of(const json_t *object, const char *key) {
    const json_t *number = json_object_get(object, key);
    cr_assert(json_is_integer(number), "%s", key);
    return (int)json_integer_value(number);
}

static const json_t *suite_of(const json_t *object, size_t index) {
    return json_array_get(json_object_get(object, "suites"), index);
}

static const char mixed_suite[] = "loadsgf a.sgf\n"
                                  "10 say D4\n#? [D4]\n"
                                  "20 say D4\n#? [E5]\n"
                                  "30 genmove black\n#? [D4]\n"
                                  "40 where\n#? [a.sgf black D4]\n"
                                  "50 nonsense\n#? [x]\n"
                                  "60 die\n#? [x]\n"
                                  "komi\nrefuse y\n";

Test(regress, prints_json) {
    Place place = open_place();
    const char *engine = engine_with("");
    write_text(&place, "x.tst", mixed_suite);
    json_t *object = parse(run_main(1, "--json", "--engine", engine, "--stderr", "/dev/null",
                                    path_in(&place, "x.tst"), path_in(&place, "none.tst"), NULL));
    cr_expect_eq(count_of(object, "tests"), 6);
    cr_expect_eq(count_of(object, "passed"), 3);
    cr_expect_eq(count_of(object, "failed"), 1);
    cr_expect_eq(count_of(object, "unsupported"), 1);
    cr_expect_eq(count_of(object, "errors"), 1);
    cr_expect_str_eq(json_string_value(json_object_get(object, "name")), "Fake");
    cr_expect_str_eq(json_string_value(json_object_get(object, "engine")), engine);
    cr_expect(json_is_null(json_object_get(object, "cpu_seconds")));
    cr_expect(json_is_real(json_object_get(object, "seconds")));
    const json_t *suite = suite_of(object, 0);
    const json_t *result = json_array_get(json_object_get(suite, "results"), 1);
    cr_expect_eq(count_of(suite, "passed"), 3);
    cr_expect_eq(count_of(result, "line"), 4);
    cr_expect_str_eq(json_string_value(json_object_get(result, "id")), "20");
    cr_expect_str_eq(json_string_value(json_object_get(result, "command")), "say D4");
    cr_expect_str_eq(json_string_value(json_object_get(result, "expected")), "E5");
    cr_expect_str_eq(json_string_value(json_object_get(result, "answer")), "D4");
    cr_expect_str_eq(json_string_value(json_object_get(result, "outcome")), "failed");
    cr_expect_eq(json_array_size(json_object_get(suite, "problems")), 1);
    cr_expect(json_is_true(json_object_get(suite_of(object, 1), "unreadable")));
    json_decref(object);
    close_place(&place);
}

Test(regress, prints_text) {
    Place place = open_place();
    write_text(&place, "x.tst", mixed_suite);
    char *text = run_main(1, "--engine", engine_with(""), path_in(&place, "x.tst"), NULL);
    static const char *const lines[] = {
        "/x.tst: 6 tests, 3 passed, 1 failed, 1 unsupported, 1 in error; ",
        "\n  x.tst:4 20 say D4: expected [E5], got D4\n",
        "\n  x.tst:12 60 die: error: the engine closed its output without an answer to \"die\"; ",
        "\n  problem: x.tst:15: refuse y: y\n",
        "\nFake 1.0, all: 6 tests, ",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        cr_expect_not_null(strstr(text, lines[i]), "%s is not in\n%s", lines[i], text);
    }
    cr_expect_null(strstr(text, "10 say"));
    free(text);
    text = run_main(1, "--verbose", "--engine", engine_with(""), path_in(&place, "x.tst"), NULL);
    cr_expect_not_null(strstr(text, "\n  x.tst:2 10 say D4: passed: D4\n"), "%s", text);
    free(text);
    close_place(&place);
}

Test(regress, runs_what_is_asked_for) {
    static const struct {
        const char *option, *value;
        int tests, passed, exit_status;
    } cases[] = {
        {"--filter", "^x.tst:40 where$", 1, 1, 0}, /* its position comes from a test left out */
        {"--filter", "say", 2, 1, 1},
        {"--filter", ":[34]0 ", 2, 2, 0},
        {"--only-commands", "where,genmove", 2, 2, 0},
        {"--only-commands", "nonsense", 1, 0, 0},
        {"--only-commands", "die", 1, 0, 1},
    };
    Place place = open_place();
    write_text(&place, "x.tst", mixed_suite);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        json_t *object = parse(run_main(cases[i].exit_status, "--json", "--engine", engine_with(""),
                                        cases[i].option, cases[i].value, place.folder, NULL));
        cr_expect_eq(count_of(object, "tests"), cases[i].tests, "%s", cases[i].value);
        cr_expect_eq(count_of(object, "passed"), cases[i].passed, "%s", cases[i].value);
        json_decref(object);
    }
    close_place(&place);
}

Test(regress, refuses_wrong_options) {
    static const char *const cases[][3] = {
        {"--nonsense", "1", "x.tst"},
        {"-j", "0", "x.tst"},
        {"-j", "x", "x.tst"},
        {"--filter", "(", "x.tst"},
        {"--dialect", "x", "x.tst"},
        {"--repeat", "0", "x.tst"},
        {"--timeout", "0", "x.tst"},
        {"x.tst", "--timeout", NULL},
        {"--verbose", NULL, NULL},
        {"--engine", "/nonexistent/engine", "x.tst"},
        {"--filter", "nothing", "x.tst"},
        {"--baseline", "/nonexistent/baseline", "x.tst"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = run_main(2, cases[i][0], cases[i][1], cases[i][2], NULL);
        cr_expect_str_eq(text, "", "%s %s: %s", cases[i][0], cases[i][1], text);
        free(text);
    }
    char *help = run_main(0, "--help", NULL);
    cr_expect_eq(strncmp(help, "usage: ", 7), 0);
    free(help);
}

/* The engine lies beside the user, not beside the suite. */
Test(regress, finds_engines_by_relative_paths) {
    Place place = open_place();
    char here[1024], command[256];
    cr_assert_not_null(getcwd(here, sizeof here));
    cr_assert_eq(mkdir(path_in(&place, "suites"), 0755), 0);
    write_text(&place, "suites/b.tst", "folder\n#? [suites]\n");
    write_text(&place, "suites/a.tst", "folder\n#? [suites]\n");
    write_text(&place, "engine",
               "#!/bin/sh\nwhile read -r id c a; do case $c in quit) exit;; esac; "
               "echo \"=$id ${PWD##*/}\"; echo; done\n");
    snprintf(command, sizeof command, "chmod +x %s", path_in(&place, "engine"));
    cr_assert_eq(system(command), 0);
    cr_assert_eq(chdir(place.folder), 0);
    json_t *object = parse(run_main(0, "--json", "--engine", "./engine", "suites", NULL));
    cr_assert_eq(chdir(here), 0);
    cr_expect_eq(count_of(object, "passed"), 2);
    cr_expect_str_eq(json_string_value(json_object_get(suite_of(object, 0), "suite")),
                     "suites/a.tst");
    json_decref(object);
    close_place(&place);
}

/* ---- The baseline ---- */

static int list_size(const json_t *object, const char *list) {
    return (int)json_array_size(json_object_get(json_object_get(object, "comparison"), list));
}

static void check_comparison(const Place *place, const char *suite, int exit_status, int failures,
                             int passes, int gone, int new) {
    write_text(place, "x.tst", suite);
    json_t *object =
        parse(run_main(exit_status, "--json", "--engine", engine_with(""), "--baseline",
                       path_in(place, "baseline"), path_in(place, "x.tst"), NULL));
    cr_expect_eq(list_size(object, "new_failures"), failures, "%s", suite);
    cr_expect_eq(list_size(object, "new_passes"), passes, "%s", suite);
    cr_expect_eq(list_size(object, "gone"), gone, "%s", suite);
    cr_expect_eq(list_size(object, "new"), new, "%s", suite);
    json_decref(object);
}

Test(regress, compares_with_a_baseline) {
    Place place = open_place();
    const char *suite = "1 say a\n#? [a]\n2 say b\n#? [c]\nsay d\n#? [d]\nsay d\n#? [e]\n"
                        "3 say f\n#? [g]*\n";
    write_text(&place, "x.tst", suite);
    char *baseline =
        run_main(1, "--json", "--engine", engine_with(""), path_in(&place, "x.tst"), NULL);
    write_text(&place, "baseline", baseline);
    free(baseline);
    check_comparison(&place, suite, 0, 0, 0, 0, 0);
    /* lines moved, another order */
    check_comparison(&place,
                     "# more\n2 say b\n#? [c]\n1 say a\n#? [a]\n3 say f\n#? [g]*\nsay d\n#? [d]\n"
                     "say d\n#? [e]\n",
                     0, 0, 0, 0, 0);
    check_comparison(&place,
                     "1 say a\n#? [x]\n2 say b\n#? [b]\nsay d\n#? [d]\nsay d\n#? [e]\n"
                     "3 say f\n#? [f]*\n",
                     1, 1, 2, 0, 0);
    check_comparison(&place, "1 say a\n#? [a]\n2 say b\n#? [c]&\n4 say h\n#? [h]\n", 0, 0, 0, 3, 1);
    check_comparison(&place, "1 say a\n#? [a]\n4 say h\n#? [i]\n", 1, 1, 0, 4, 1);
    char *text = run_main(1, "--engine", engine_with(""), "--baseline", path_in(&place, "baseline"),
                          path_in(&place, "x.tst"), NULL);
    cr_expect_not_null(strstr(text, "new failures: 1\n  x.tst:3 4 say h: failed\n"), "%s", text);
    cr_expect_not_null(strstr(text, "tests gone: 4\n"), "%s", text);
    free(text);
    close_place(&place);
}

Test(regress, refuses_baselines_that_are_none) {
    static const char *const texts[] = {"", "{", "[]", "{\"suites\": 3}", "1"};
    static const char *const odd[] = {"{\"suites\": [1, null, {\"suite\": 3}]}",
                                      "{\"suites\": [{\"suite\": \"x.tst\", \"results\": [3, {}, "
                                      "{\"id\": [], \"command\": \"say\", \"line\": \"x\"}]}]}"};
    Place place = open_place();
    write_text(&place, "x.tst", "1 say\n#? []\n");
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        write_text(&place, "baseline", texts[i]);
        free(run_main(2, "--engine", engine_with(""), "--baseline", path_in(&place, "baseline"),
                      path_in(&place, "x.tst"), NULL));
    }
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        write_text(&place, "baseline", odd[i]);
        free(run_main(0, "--engine", engine_with(""), "--baseline", path_in(&place, "baseline"),
                      path_in(&place, "x.tst"), NULL));
    }
    close_place(&place);
}

/* ---- Signals ---- */

/* The program itself, stopped while its engine hangs; the engine tells so on descriptor 9. */
Test(regress, leaves_no_engine_when_it_is_stopped) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    const char *program = getenv("DIHEDRA");
    if (program == NULL) {
        cr_skip_test("DIHEDRA does not name the program");
    }
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        Place place = open_place();
        const char *engine = engine_with("ready) printf x >&9; sleep 1000 & exec sleep 1000;;");
        write_text(&place, "x.tst", "ready\n#? [x]\n");
        const char *suite = path_in(&place, "x.tst");
        const pid_t child = fork();
        if (child == 0) {
            dup2(place.held, 9);
            execl(program, program, "regress", "--engine", engine, suite, (char *)NULL);
            _exit(127);
        }
        char byte = '\0';
        int result;
        cr_assert_eq(read(place.watch, &byte, 1), 1);
        kill(child, signals[i]);
        cr_assert_eq(waitpid(child, &result, 0), child);
        cr_expect(WIFEXITED(result) && WEXITSTATUS(result) == 128 + signals[i], "%d", result);
        close_place(&place);
    }
}
