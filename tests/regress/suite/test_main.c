/* regress/suite/regress, regress/suite/baseline and regress/engine/interrupt: the subcommand as
 * users run it. */
#include "engine/base/json.h"
#include "regress/suite/regress.h"
#include "tests/support/program/suite_folder.h"

#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

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
    SuiteFolder folder = suite_folder_open();
    const char *engine = suite_engine("");
    suite_folder_write(&folder, "x.tst", mixed_suite);
    json_t *object = parse(run_main(1, "--json", "--engine", engine, "--stderr", "/dev/null",
                                    suite_folder_path(&folder, "x.tst"),
                                    suite_folder_path(&folder, "none.tst"), NULL));
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
    suite_folder_close(&folder);
}

Test(regress, prints_text) {
    SuiteFolder folder = suite_folder_open();
    suite_folder_write(&folder, "x.tst", mixed_suite);
    char *text =
        run_main(1, "--engine", suite_engine(""), suite_folder_path(&folder, "x.tst"), NULL);
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
    text = run_main(1, "--verbose", "--engine", suite_engine(""),
                    suite_folder_path(&folder, "x.tst"), NULL);
    cr_expect_not_null(strstr(text, "\n  x.tst:2 10 say D4: passed: D4\n"), "%s", text);
    free(text);
    suite_folder_close(&folder);
}

Test(regress, prints_json_whatever_engines_say) {
    SuiteFolder folder = suite_folder_open();
    suite_folder_write(&folder, "x.tst",
                       "1 say \xFF|\xC3(|\xE2\x82|\xC3\xA4|\xED\xA0\x80\n#? [x]\n");
    json_t *object = parse(run_main(1, "--json", "--engine", suite_engine(""),
                                    suite_folder_path(&folder, "x.tst"), NULL));
    const json_t *results = json_object_get(suite_of(object, 0), "results");
    const json_t *answer = json_object_get(json_array_get(results, 0), "answer");
    cr_expect_str_eq(json_string_value(answer), "?|?(|??|\xC3\xA4|???");
    json_decref(object);
    suite_folder_close(&folder);
}

Test(regress, cuts_long_answers) {
    char suite[4096];
    SuiteFolder folder = suite_folder_open();
    snprintf(suite, sizeof suite, "1 say %03000d\n#? [1]\n", 0);
    suite_folder_write(&folder, "x.tst", suite);
    char *text =
        run_main(1, "--engine", suite_engine(""), suite_folder_path(&folder, "x.tst"), NULL);
    const char *got = strstr(text, "expected [1], got 000");
    cr_assert_not_null(got);
    cr_expect_eq(strcspn(got, "\n"), strlen("expected [1], got ") + 500 + strlen(" ..."));
    free(text);
    suite_folder_close(&folder);
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
    SuiteFolder folder = suite_folder_open();
    suite_folder_write(&folder, "x.tst", mixed_suite);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        json_t *object =
            parse(run_main(cases[i].exit_status, "--json", "--engine", suite_engine(""),
                           cases[i].option, cases[i].value, folder.path, NULL));
        cr_expect_eq(count_of(object, "tests"), cases[i].tests, "%s", cases[i].value);
        cr_expect_eq(count_of(object, "passed"), cases[i].passed, "%s", cases[i].value);
        json_decref(object);
    }
    suite_folder_close(&folder);
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

Test(regress, refuses_suites_without_tests) {
    SuiteFolder folder = suite_folder_open();
    suite_folder_write(&folder, "empty.tst", "");
    suite_folder_write(&folder, "set_up.tst", "# no test\nloadsgf a.sgf\n");
    char *text = run_main(2, "--engine", suite_engine(""), folder.path, NULL);
    cr_expect_str_eq(text, "");
    free(text);
    suite_folder_write(&folder, "x.tst",
                       "10 say D4\n#? [D4]\n"); /* one suite with a test will do */
    free(run_main(0, "--engine", suite_engine(""), folder.path, NULL));
    suite_folder_close(&folder);
}

Test(regress, names_the_option_that_is_wrong) {
    static const char *const cases[][2] = {
        {"-xj 2", "unknown option -x; try dihedra help regress"},
        {"--xj 2", "unknown option --xj; try dihedra help regress"},
        {"--filter a --filter b", "--filter was given twice; try dihedra help regress"},
        {"--json=2", "--json takes no value; try dihedra help regress"},
        {"--baseline /tmp", "/tmp: Is a directory"},
        {"--baseline /nonexistent/file", "/nonexistent/file: No such file or directory"},
        {"--junit /nonexistent/x", "/nonexistent/x: No such file or directory"},
        {"--junit /dev/null", "/dev/null: not a regular file"},
        {"--html /nonexistent/x", "/nonexistent/x: No such file or directory"},
        {"--html /dev/null", "/dev/null: Not a directory"},
    };
    const char *program = getenv("DIHEDRA");
    if (program == NULL) {
        cr_skip_test("DIHEDRA does not name the program");
    }
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char command[256], expected[128], line[256] = "";
        snprintf(command, sizeof command, "%s regress %s x.tst 2>&1", program, cases[i][0]);
        snprintf(expected, sizeof expected, "dihedra regress: %s\n", cases[i][1]);
        FILE *output = popen(command, "r");
        cr_assert_not_null(fgets(line, sizeof line, output));
        cr_expect_eq(WEXITSTATUS(pclose(output)), 2);
        cr_expect_str_eq(line, expected, "%s", line);
    }
}

/* The engine lies beside the user, not beside the suite. */
Test(regress, finds_engines_by_relative_paths) {
    SuiteFolder folder = suite_folder_open();
    char here[1024], command[256];
    cr_assert_not_null(getcwd(here, sizeof here));
    cr_assert_eq(mkdir(suite_folder_path(&folder, "suites"), 0755), 0);
    suite_folder_write(&folder, "suites/b.tst", "folder\n#? [suites]\n");
    suite_folder_write(&folder, "suites/a.tst", "folder\n#? [suites]\n");
    suite_folder_write(&folder, "engine",
                       "#!/bin/sh\nwhile read -r id c a; do case $c in quit) exit;; esac; "
                       "echo \"=$id ${PWD##*/}\"; echo; done\n");
    snprintf(command, sizeof command, "chmod +x %s", suite_folder_path(&folder, "engine"));
    cr_assert_eq(system(command), 0);
    cr_assert_eq(chdir(folder.path), 0);
    json_t *object = parse(run_main(0, "--json", "--engine", "./engine", "suites", NULL));
    cr_assert_eq(chdir(here), 0);
    cr_expect_eq(count_of(object, "passed"), 2);
    cr_expect_str_eq(json_string_value(json_object_get(suite_of(object, 0), "suite")),
                     "suites/a.tst");
    json_decref(object);
    suite_folder_close(&folder);
}

/* ---- The baseline ---- */

static int list_size(const json_t *object, const char *list) {
    return (int)json_array_size(json_object_get(json_object_get(object, "comparison"), list));
}

static void check_comparison(const SuiteFolder *folder, const char *suite, int exit_status,
                             int failures, int passes, int gone, int new) {
    suite_folder_write(folder, "x.tst", suite);
    json_t *object = parse(run_main(exit_status, "--json", "--engine", suite_engine(""),
                                    "--baseline", suite_folder_path(folder, "baseline"),
                                    suite_folder_path(folder, "x.tst"), NULL));
    cr_expect_eq(list_size(object, "new_failures"), failures, "%s", suite);
    cr_expect_eq(list_size(object, "new_passes"), passes, "%s", suite);
    cr_expect_eq(list_size(object, "gone"), gone, "%s", suite);
    cr_expect_eq(list_size(object, "new"), new, "%s", suite);
    json_decref(object);
}

Test(regress, compares_with_a_baseline) {
    SuiteFolder folder = suite_folder_open();
    const char *suite = "1 say a\n#? [a]\n2 say b\n#? [c]\nsay d\n#? [d]\nsay d\n#? [e]\n"
                        "3 say f\n#? [g]*\n";
    suite_folder_write(&folder, "x.tst", suite);
    char *baseline = run_main(1, "--json", "--engine", suite_engine(""),
                              suite_folder_path(&folder, "x.tst"), NULL);
    suite_folder_write(&folder, "baseline", baseline);
    free(baseline);
    check_comparison(&folder, suite, 0, 0, 0, 0, 0);
    /* lines moved, another order */
    check_comparison(&folder,
                     "# more\n2 say b\n#? [c]\n1 say a\n#? [a]\n3 say f\n#? [g]*\nsay d\n#? [d]\n"
                     "say d\n#? [e]\n",
                     0, 0, 0, 0, 0);
    check_comparison(&folder,
                     "1 say a\n#? [x]\n2 say b\n#? [b]\nsay d\n#? [d]\nsay d\n#? [e]\n"
                     "3 say f\n#? [f]*\n",
                     1, 1, 2, 0, 0);
    check_comparison(&folder, "1 say a\n#? [a]\n2 say b\n#? [c]&\n4 say h\n#? [h]\n", 0, 0, 0, 3,
                     1);
    check_comparison(&folder, "1 say a\n#? [a]\n4 say h\n#? [i]\n", 1, 1, 0, 4, 1);
    char *text =
        run_main(1, "--engine", suite_engine(""), "--baseline",
                 suite_folder_path(&folder, "baseline"), suite_folder_path(&folder, "x.tst"), NULL);
    cr_expect_not_null(strstr(text, "new failures: 1\n  x.tst:3 4 say h: failed\n"), "%s", text);
    cr_expect_not_null(strstr(text, "tests gone: 4\n"), "%s", text);
    free(text);
    suite_folder_close(&folder);
}

Test(regress, refuses_baselines_that_are_none) {
    static const char *const texts[] = {"", "{", "[]", "{\"suites\": 3}", "1"};
    static const char *const odd[] = {"{\"suites\": [1, null, {\"suite\": 3}]}",
                                      "{\"suites\": [{\"suite\": \"x.tst\", \"results\": [3, {}, "
                                      "{\"id\": [], \"command\": \"say\", \"line\": \"x\"}]}]}"};
    SuiteFolder folder = suite_folder_open();
    suite_folder_write(&folder, "x.tst", "1 say\n#? []\n");
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        suite_folder_write(&folder, "baseline", texts[i]);
        free(run_main(2, "--engine", suite_engine(""), "--baseline",
                      suite_folder_path(&folder, "baseline"), suite_folder_path(&folder, "x.tst"),
                      NULL));
    }
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        suite_folder_write(&folder, "baseline", odd[i]);
        free(run_main(0, "--engine", suite_engine(""), "--baseline",
                      suite_folder_path(&folder, "baseline"), suite_folder_path(&folder, "x.tst"),
                      NULL));
    }
    suite_folder_close(&folder);
}

/* ---- Signals ---- */

/* The program itself is sent the signals, up to a 0, while its engine hangs; the engine tells so on
 * descriptor 9. ignored: the signal that it is started to ignore, or 0. */
static void check_signals(const char *program, const int *signals, int ignored, int exit_status) {
    static const int all[] = {SIGINT, SIGTERM, SIGHUP};
    SuiteFolder folder = suite_folder_open();
    const char *engine = suite_engine("ready) printf x >&9; sleep 1000 & exec sleep 1000;;");
    suite_folder_write(&folder, "x.tst", "ready\n#? [x]\n");
    const char *suite = suite_folder_path(&folder, "x.tst");
    const pid_t child = fork();
    if (child == 0) {
        for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
            signal(all[i], all[i] == ignored ? SIG_IGN : SIG_DFL);
        }
        dup2(folder.held, 9);
        execl(program, program, "regress", "--engine", engine, suite, (char *)NULL);
        _exit(127);
    }
    char byte = '\0';
    int result;
    cr_assert_eq(read(folder.watch, &byte, 1), 1);
    for (size_t i = 0; signals[i] != 0; i++) {
        kill(child, signals[i]);
    }
    cr_assert_eq(waitpid(child, &result, 0), child);
    cr_expect(WIFEXITED(result) && WEXITSTATUS(result) == exit_status, "%d", result);
    suite_folder_close(&folder);
}

Test(regress, leaves_no_engine_when_it_is_stopped) {
    const char *program = getenv("DIHEDRA");
    if (program == NULL) {
        cr_skip_test("DIHEDRA does not name the program");
    }
    check_signals(program, (const int[]){SIGINT, 0}, 0, 128 + SIGINT);
    check_signals(program, (const int[]){SIGTERM, 0}, 0, 128 + SIGTERM);
    check_signals(program, (const int[]){SIGHUP, 0}, 0, 128 + SIGHUP);
    check_signals(program, (const int[]){SIGHUP, SIGTERM, 0}, SIGHUP, 128 + SIGTERM); /* nohup */
}

/* What an earlier run has finished is not run again, and the report is the same. The engine notes
 * each of its runs; it is asked once at the start of each run of the suites. */
Test(regress, resumes_from_its_log) {
    SuiteFolder folder = suite_folder_open();
    char log[256], first[256], second[256], line[4096];
    snprintf(log, sizeof log, "%s", suite_folder_path(&folder, "log"));
    snprintf(first, sizeof first, "%s", suite_folder_path(&folder, "1.tst"));
    snprintf(second, sizeof second, "%s", suite_folder_path(&folder, "2.tst"));
    suite_folder_write(&folder, "1.tst", mixed_suite);
    suite_folder_write(&folder, "2.tst", "1 say A1\n#? [A1]\n2 say A1\n#? [B1]\n");
    char *engine = strdup(suite_engine(""));
    json_t *whole =
        parse(run_main(1, "--engine", engine, "--json", "--resume", log, first, second, NULL));
    FILE *file = fopen(log, "r");
    for (int i = 0; i < 2; i++) { /* the settings and a suite */
        cr_assert_not_null(fgets(line, sizeof line, file));
    }
    cr_assert_eq(truncate(log, ftell(file)), 0);
    fclose(file);
    for (int round = 0; round < 2; round++) {
        json_t *again =
            parse(run_main(1, "--engine", engine, "--json", "--resume", log, first, second, NULL));
        for (size_t i = 0; i < 2; i++) {
            const json_t *a = json_object_get(suite_of(whole, i), "results");
            const json_t *b = json_object_get(suite_of(again, i), "results");
            cr_assert_eq(json_array_size(a), json_array_size(b));
            for (size_t k = 0; k < json_array_size(a); k++) {
                json_object_del(json_array_get(a, k), "seconds");
                json_object_del(json_array_get(b, k), "seconds");
                json_object_del(json_array_get(a, k), "cpu_seconds");
                json_object_del(json_array_get(b, k), "cpu_seconds");
            }
            cr_assert(json_equal(a, b));
        }
        cr_assert_eq(count_of(whole, "failed"), count_of(again, "failed"));
        cr_assert_eq(count_of(whole, "errors"), count_of(again, "errors"));
        json_decref(again);
    }
    suite_folder_write(&folder, "2.tst", "1 say A1\n#? [A1]\n2 say A2\n#? [B1]\n");
    free(run_main(2, "--engine", engine, "--resume", log, first, second, NULL));
    free(run_main(2, "--engine", engine, "--resume", log, "--repeat", "2", first, second, NULL));
    json_decref(whole);
    free(engine);
    unlink(log);
    suite_folder_close(&folder);
}
