/* regress/suite/suite: reading .tst files in both dialects and in unusual forms; GNU Go's own
 * suites, whose tests are counted with grep. */
#include "regress/suite/suite.h"
#include "tests/support/program/cleanup.h"

/* The steps, a line each: "LINE id|command" and for tests " [expected]" with "*" and "&", or
 * " !error". */
static const char *steps_of(const char *text, Dialect dialect) {
    static char steps[2048];
    size_t used = 0;
    SuiteFile suite = suite_parse("a/b.tst", text, strlen(text), dialect);
    steps[0] = '\0';
    for (size_t i = 0; i < suite.count; i++) {
        const SuiteStep *step = &suite.steps[i];
        used += (size_t)snprintf(steps + used, sizeof steps - used, "%d %s|%s", step->line,
                                 step->id, step->command);
        if (step->error != NULL) {
            cr_assert(step->is_test);
            used += (size_t)snprintf(steps + used, sizeof steps - used, " !%s", step->error);
        } else if (step->is_test) {
            used += (size_t)snprintf(steps + used, sizeof steps - used, " [%s]%s%s", step->expected,
                                     step->expects_failure ? "*" : "", step->is_ignored ? "&" : "");
        }
        cr_assert_eq(step->is_selected, step->is_test);
        used += (size_t)snprintf(steps + used, sizeof steps - used, "\n");
    }
    suite_free(&suite);
    return steps;
}

typedef struct {
    const char *text, *steps;
} Case;

static void check(const Case *cases, size_t count, Dialect dialect) {
    for (size_t i = 0; i < count; i++) {
        const char *steps = steps_of(cases[i].text, dialect);
        cr_assert_str_eq(steps, cases[i].steps, "%s\ngives\n%s", cases[i].text, steps);
    }
}

/* What both dialects read the same. */
static const Case common[] = {
    {"", ""},
    {"\n\n# only a comment\n#\n", ""},
    {"loadsgf a.sgf 12\n10 reg_genmove black\n#? [D4]\n",
     "1 |loadsgf a.sgf 12\n2 10|reg_genmove black [D4]\n"},
    {"reg_genmove black\n#? [!D4|E5]*", "1 |reg_genmove black [!D4|E5]*\n"},
    {"a\n#? [x] \t\r\n b \r\n", "1 |a [x]\n3 |b\n"},
    {"  7\tattack A1\n  #?[0]\n", "1 7|attack A1 [0]\n"},
    {"a # not sent\n1 b#c\n", "1 |a\n2 1|b\n"},
    {"\xEF\xBB\xBF"
     "a\n#? [x]\n",
     "1 |a [x]\n"},
    {"10\n10 \n", "1 |10\n2 |10\n"},
    {"a\n#? [[A-C]1]\n", "1 |a [[A-C]1]\n"},
    {"a\n#? []\n", "1 |a []\n"},
    {"#? [D4]\n", "1 | !this #? has no command of its own\n"},
    {"a\n#? [x]\n#? [y]\n", "1 |a [x]\n3 | !this #? has no command of its own\n"},
    {"a\n#? [(]\n", NULL},
};

static void check_common(Dialect dialect) {
    const size_t count = sizeof common / sizeof common[0];
    check(common, count - 1, dialect);
    const char *steps = steps_of(common[count - 1].text, dialect);
    cr_assert_eq(strncmp(steps, "1 |a ![(] is not a regular expression: ", 39), 0, "%s", steps);
}

Test(suite, reads_what_both_dialects_have) {
    check_common(DIALECT_GNUGO);
    check_common(DIALECT_GOGUI);
}

Test(suite, reads_gnugo_s_dialect) {
    static const Case cases[] = {
        {"a\n#? [x]&\n", "1 |a [x]&\n"},        {"a\n#? [x]*&\n", "1 |a [x]&\n"},
        {"a\n#? [x]&*\n", "1 |a [x]*\n"},       {"a\n#? [x\n", "1 |a [x]\n"},
        {"a\n#? x]\n", "1 |a [x]\n"},           {"a\n#?\n", "1 |a []\n"},
        {"a\n\n# why\n#? [x]\n", "1 |a [x]\n"},
    };
    check(cases, sizeof cases / sizeof cases[0], DIALECT_GNUGO);
}

Test(suite, reads_gogui_s_dialect) {
    static const Case cases[] = {
        {"a\n#? [x]&\n", "1 |a !GoGui does not know & after #?\n"},
        {"a\n#? [x\n", "1 |a !a closing bracket is missing after #?\n"},
        {"a\n#? x]\n", "1 |a !an opening bracket is missing after #?\n"},
        {"a\n#?\n", "1 |a [.*]\n"},
        {"a\n\n#? [x]\nb\n#c\n#? [y]\n", "1 |a !GoGui wants #? in the line after its command\n"
                                         "4 |b !GoGui wants #? in the line after its command\n"},
    };
    check(cases, sizeof cases / sizeof cases[0], DIALECT_GOGUI);
}

Test(suite, drops_control_characters) {
    static const char text[] = "pl\0ay\x07 \x7f"
                               "black D4\r\n#? [\x01]\n\xff\xfe";
    SuiteFile suite = suite_parse("x", text, sizeof text - 1, DIALECT_GNUGO);
    cr_assert_eq(suite.count, 2);
    cr_assert_str_eq(suite.steps[0].command, "play black D4");
    cr_assert_str_eq(suite.steps[0].expected, "");
    cr_assert_str_eq(suite.steps[1].command, "\xff\xfe");
    cr_assert_str_eq(suite.name, "x");
    suite_free(&suite);
}

Test(suite, knows_what_commands_do) {
    cr_assert_eq(suite_effect("loadsgf x 3"), EFFECT_RESET);
    cr_assert_eq(suite_effect("clear_board"), EFFECT_RESET);
    cr_assert_eq(suite_effect("play black D4"), EFFECT_MOVE);
    cr_assert_eq(suite_effect("play\tblack D4"), EFFECT_MOVE);
    cr_assert_eq(suite_effect("kata-genmove_analyze b 50"), EFFECT_MOVE);
    cr_assert_eq(suite_effect("rectangular_boardsize 9 7"), EFFECT_RESET);
    cr_assert_eq(suite_effect("komi 5"), EFFECT_SETTING);
    cr_assert_eq(suite_effect("reg_genmove black"), EFFECT_NONE);
    cr_assert_eq(suite_effect("playing"), EFFECT_NONE);
    cr_assert_eq(suite_effect(""), EFFECT_NONE);
}

Test(suite, says_why_a_file_cannot_be_read) {
    static const Case cases[] = {
        {"/nonexistent/a.tst", "/nonexistent/a.tst: No such file or directory"},
        {"/tmp", "/tmp: Is a directory"},
        {"/bin/sh", "/bin/sh: not a text file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        SuiteFile suite = suite_read(cases[i].text, DIALECT_GNUGO);
        cr_assert_not_null(suite.error);
        cr_assert_str_eq(suite.error, cases[i].steps, "%s", suite.error);
        cr_assert_eq(suite.count, 0);
        suite_free(&suite);
    }
}

/* ---- GNU Go's suites ---- */

/* The number that a shell command prints. */
static size_t ask_shell(const char *format, const char *path) {
    unsigned long number = 0;
    const char *command = formatted(format, path);
    FILE *shell = popen(command, "r");
    cr_assert_eq(fscanf(shell, "%lu", &number), 1, "%s", command);
    pclose(shell);
    return number;
}

Test(suite, reads_all_of_gnugo_s) {
    const char *shared = getenv("DIHEDRA_SHARED");
    char path[1024];
    FILE *list = popen(
        formatted("ls %s/suites/gnugo/*.tst 2>/dev/null", shared == NULL ? "../shared" : shared),
        "r");
    int count = 0;
    for (; fgets(path, sizeof path, list) != NULL; count++) {
        path[strcspn(path, "\n")] = '\0';
        SuiteFile suite = suite_read(path, DIALECT_GNUGO);
        cr_assert_null(suite.error);
        for (size_t i = 0; i < suite.count; i++) {
            cr_assert_null(suite.steps[i].error, "%s:%d: %s", path, suite.steps[i].line,
                           suite.steps[i].error);
        }
        cr_assert_eq(suite_count_tests(&suite), ask_shell("grep -a -c '^#?' %s", path));
        cr_assert_eq(suite.count, ask_shell("grep -a -c '^ *[^# ]' %s", path));
        suite_free(&suite);
    }
    pclose(list);
    if (count == 0) {
        cr_skip_test("no suites in ../shared/suites/gnugo");
    }
}
