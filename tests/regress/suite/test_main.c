/* regress/suite/regress and regress/engine/interrupt: the subcommand as users run it, on the engine
 * suite.sh. */
#include "tests/support/program/arena.h"

#include <signal.h>

static const char mixed_suite[] = "loadsgf a.sgf\n"
                                  "10 say D4\n#? [D4]\n"
                                  "20 say D4\n#? [E5]\n"
                                  "30 genmove black\n#? [D4]\n"
                                  "40 where\n#? [a.sgf black D4]\n"
                                  "50 nonsense\n#? [x]\n"
                                  "60 die\n#? [x]\n"
                                  "komi\nrefuse y\n";

/* An arena with the engine and one suite. */
static Arena *arena_of(const char *suite) {
    Arena *arena = arena_new();
    arena_add_engine(arena, "suite.sh");
    arena_write(arena, "x.tst", suite);
    return arena;
}

/* Runs the subcommand on the engine. Returns what it printed. */
static const char *regress(Arena *arena, int exit_status, const char *arguments) {
    arena_run(arena, "regress --engine 'sh suite.sh' --stderr /dev/null %s", arguments);
    cr_assert_eq(arena->status, exit_status, "%s: exit status %d, expected %d: %s%s", arguments,
                 arena->status, exit_status, arena->out, arena->err);
    return arena->out;
}

static json_t *regress_json(Arena *arena, int exit_status, const char *arguments) {
    regress(arena, exit_status, formatted("--json %s", arguments));
    return arena_json(arena);
}

Test(regress, prints_json) {
    static const struct {
        const char *path;
        double value;
    } FIGURES[] = {{"tests", 6},
                   {"passed", 3},
                   {"failed", 1},
                   {"unsupported", 1},
                   {"errors", 1},
                   {"suites/0/passed", 3},
                   {"suites/0/results/1/line", 4}};
    static const char *const TEXTS[][2] = {{"name", "Fake"},
                                           {"engine", "sh suite.sh"},
                                           {"suites/0/results/1/id", "20"},
                                           {"suites/0/results/1/command", "say D4"},
                                           {"suites/0/results/1/expected", "E5"},
                                           {"suites/0/results/1/answer", "D4"},
                                           {"suites/0/results/1/outcome", "failed"}};
    json_t *object = regress_json(arena_of(mixed_suite), 1, "x.tst none.tst");
    for (size_t i = 0; i < sizeof FIGURES / sizeof FIGURES[0]; i++) {
        cr_assert_eq(json_at(object, FIGURES[i].path), FIGURES[i].value, "%s", FIGURES[i].path);
    }
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        cr_assert_str_eq(json_text_at(object, TEXTS[i][0]), TEXTS[i][1]);
    }
    cr_assert(json_is_real(json_find(object, "seconds")));
    cr_assert_eq(json_array_size(json_find(object, "suites/0/problems")), 1);
    cr_assert(json_is_true(json_find(object, "suites/1/unreadable")));
}

Test(regress, prints_text) {
    Arena *arena = arena_of(mixed_suite);
    const char *text = regress(arena, 1, "x.tst");
    static const char *const lines[] = {
        "x.tst: 6 tests, 3 passed, 1 failed, 1 unsupported, 1 in error; ",
        "\n  x.tst:4 20 say D4: expected [E5], got D4\n",
        "\n  x.tst:12 60 die: error: the engine closed its output without an answer to \"die\"; ",
        "\n  problem: x.tst:15: refuse y: y\n",
        "\nFake 1.0, all: 6 tests, ",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        cr_assert_not_null(strstr(text, lines[i]), "%s is not in\n%s", lines[i], text);
    }
    cr_assert_null(strstr(text, "10 say"));
    expect_in(regress(arena, 1, "--verbose x.tst"), "\n  x.tst:2 10 say D4: passed: "
                                                    "D4\n");
}

Test(regress, prints_json_whatever_engines_say) {
    Arena *arena = arena_of("1 say \xFF|\xC3(|\xE2\x82|\xC3\xA4|\xED\xA0\x80\n#? [x]\n");
    json_t *object = regress_json(arena, 1, "x.tst");
    cr_assert_str_eq(json_text_at(object, "suites/0/results/0/answer"), "?|?(|??|\xC3\xA4|???");
}

Test(regress, cuts_long_answers) {
    Arena *arena = arena_of(formatted("1 say %03000d\n#? [1]\n", 0));
    const char *got = strstr(regress(arena, 1, "x.tst"), "expected [1], got 000");
    cr_assert_not_null(got);
    cr_assert_eq(strcspn(got, "\n"), strlen("expected [1], got ") + 500 + strlen(" ..."));
}

Test(regress, runs_what_is_asked_for) {
    static const struct {
        const char *options;
        int tests, passed, exit_status;
    } cases[] = {
        {"--filter '^x.tst:40 where$'", 1, 1, 0}, /* its position comes from a test left out */
        {"--filter say", 2, 1, 1},
        {"--filter ':[34]0 '", 2, 2, 0},
        {"--filter ' (where|genmove)( |$)'", 2, 2, 0},
    };
    Arena *arena = arena_of(mixed_suite);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        json_t *object =
            regress_json(arena, cases[i].exit_status, formatted("%s .", cases[i].options));
        cr_assert_eq(json_at(object, "tests"), cases[i].tests, "%s", cases[i].options);
        cr_assert_eq(json_at(object, "passed"), cases[i].passed, "%s", cases[i].options);
    }
}

Test(regress, refuses_wrong_options) {
    static const char *const cases[][2] = {
        {"--xj 2 x.tst", "unknown option --xj; try dihedra help regress"},
        {"--filter a --filter b x.tst", "--filter was given twice; try dihedra help regress"},
        {"--resume x --stderr ./x x.tst", "--resume and --stderr are the same file"},
        {"--stderr x.tst x.tst", "--stderr x.tst: the name of a suite"},
        {"--html /nonexistent/x x.tst", "/nonexistent/x: No such file or directory"},
        {"--html /dev/null x.tst", "/dev/null: Not a directory"},
        {"-j 0 x.tst", ""},
        {"--filter '(' x.tst", ""},
        {"--dialect x x.tst", ""},
        {"--timeout 0 x.tst", ""},
        {"--verbose", ""},
        {"--engine /nonexistent/engine x.tst",
         "cannot start /nonexistent/engine: No such file or directory"},
        {"--engine \"sh -c 'read x'\" x.tst",
         "the engine closed its output without an answer to \"name\""},
        {"--engine \"sh -c 'read x; echo hello; read x'\" x.tst",
         "not an answer to \"name\" (id 1): hello"},
        {"--filter nothing x.tst", ""},
    };
    Arena *arena = arena_new();
    arena_write(arena, "x.tst", "1 name\n#? [x]\n");
    arena_expect_refusals(arena, "regress", 2, cases, sizeof cases / sizeof cases[0]);
    arena_run(arena, "regress --help");
    cr_assert(arena->status == 0 && strncmp(arena->out, "usage: ", 7) == 0);
}

Test(regress, refuses_suites_without_tests) {
    Arena *arena = arena_of("");
    arena_write(arena, "set_up.tst", "# no test\nloadsgf a.sgf\n");
    cr_assert_str_eq(regress(arena, 2, "."), "");
    arena_write(arena, "y.tst", "10 say D4\n#? [D4]\n"); /* one suite with a test will do */
    regress(arena, 0, ".");
}

/* The engine lies beside the user, not beside the suite. */
Test(regress, finds_engines_by_relative_paths) {
    Arena *arena = arena_new();
    arena_write(arena, "engine",
                "#!/bin/sh\nwhile read -r id c a; do case $c in quit) exit;; esac; "
                "echo \"=$id ${PWD##*/}\"; echo; done\n");
    arena_shell(arena, "chmod +x engine; mkdir suites; "
                       "printf 'folder\\n#? [suites]\\n' | tee suites/a.tst >suites/b.tst");
    arena_run(arena, "regress --json --engine ./engine suites");
    cr_assert_eq(json_at(arena_json(arena), "passed"), 2);
    cr_assert_str_eq(json_text_at(arena_json(arena), "suites/0/suite"), "suites/a.tst");
}

/* ---- Signals ---- */

/* The program itself is sent the signals, up to a 0, while its engine hangs; arena_await returns
 * once all engines are gone. hangup: what SIGHUP does when it is started. */
static void check_signals(const int *signals, void (*hangup)(int), int exit_status) {
    Arena *arena = arena_of("ready\n#? [x]\n");
    char line[64] = "";
    pid_t process;
    signal(SIGHUP, hangup);
    FILE *errors =
        arena_start(arena, &process,
                    "regress --stderr /dev/stderr --engine \"sh suite.sh 'ready) echo up "
                    ">&2; sleep 1000 & exec sleep 1000;;'\" x.tst");
    signal(SIGHUP, SIG_DFL);
    while (strcmp(line, "up\n") != 0) {
        cr_assert_not_null(fgets(line, sizeof line, errors));
    }
    for (size_t i = 0; signals[i] != 0; i++) {
        kill(process, signals[i]);
    }
    const int result = arena_await(errors, process);
    cr_assert(WIFEXITED(result) && WEXITSTATUS(result) == exit_status, "%d", result);
}

Test(regress, leaves_no_engine_when_it_is_stopped) {
    check_signals((const int[]){SIGINT, 0}, SIG_DFL, 128 + SIGINT);
    check_signals((const int[]){SIGTERM, 0}, SIG_DFL, 128 + SIGTERM);
    check_signals((const int[]){SIGHUP, 0}, SIG_DFL, 128 + SIGHUP);
    check_signals((const int[]){SIGHUP, SIGTERM, 0}, SIG_IGN, 128 + SIGTERM); /* nohup */
}

/* What an earlier run has finished is not run again, and the report is the same. */
Test(regress, resumes_from_its_log) {
    static const char *const CASES[] = {"\"suite\":1/\"suite\":7",
                                        "\"problems\":/\"problem\":", "\"failed\"/\"lost\""};
    Arena *arena = arena_of(mixed_suite);
    arena_write(arena, "y.tst", "1 say A1\n#? [A1]\n2 say A1\n#? [B1]\n");
    json_t *whole = json_find(regress_json(arena, 1, "--resume log x.tst y.tst"), "suites");
    arena_shell(arena, "cp log whole; head -n 2 log >cut; mv cut log"); /* settings and a suite */
    json_t *again = json_find(regress_json(arena, 1, "--resume log x.tst y.tst"), "suites");
    cr_assert(json_equal(json_find(again, "0"), json_find(whole, "0")));
    cr_assert_eq(json_at(again, "1/failed"), 1);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        arena_shell(arena, formatted("sed '2s/%s/' whole >log", CASES[i]));
        regress(arena, 2, "--resume log x.tst y.tst");
        expect_in(arena->err, "log: line 2: not a finished suite");
    }
    arena_write(arena, "y.tst", "1 say A1\n#? [A1]\n2 say A2\n#? [B1]\n");
    arena_shell(arena, "cp whole log");
    regress(arena, 2, "--resume log x.tst y.tst");
}
