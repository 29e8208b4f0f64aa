/* regress/suite/protocol: the program with faults (faulty.sh), of which each is found by the check
 * of its sentence, none without a fault; other bad engines; the reports. */
#include "tests/support/program/arena.h"

#include <signal.h>

/* An arena with faulty.sh. Skips the test if its filters cannot pass on single lines. */
static Arena *arena_with_faults(void) {
    Arena *arena = arena_new();
    arena_add_engine(arena, "faulty.sh");
    if (arena_shell(arena, "sed -u -E '' /dev/null") != 0) {
        cr_skip_test("sed has no option -u");
    }
    return arena;
}

/* The command of the program with this fault; of "-", without one. */
static const char *faulty(const char *fault) {
    return formatted("\"sh faulty.sh %s $D --rules chinese --visits 50 --memory 16\"", fault);
}

/* ---- Faults ---- */

/* Runs a check on the program with a fault. Returns the exit status. */
static int check_fault(Arena *arena, const char *name, const char *check) {
    return arena_run(arena, "comply %s --only %s --timeout 4", faulty(name), check);
}

/* Every fourth fault from this one. */
static void expect_found(size_t first) {
    Arena *arena = arena_with_faults();
    char name[64], check[64];
    int length;
    arena_shell(arena, "sh faulty.sh --list");
    const char *row = formatted("%s", arena->out);
    for (size_t i = 0; sscanf(row, "%63s %63s%n", name, check, &length) == 2; i++, row += length) {
        if (i % 4 == first) {
            cr_assert_eq(check_fault(arena, name, check), 1, "%s by %s: %s%s", name, check,
                         arena->out, arena->err);
            expect_in(arena->out, formatted("failed  %s: ", check));
        }
    }
    cr_assert_eq(*row, '\n');
}

Test(comply, finds_each_fault_1, .timeout = 120) {
    expect_found(0);
}

Test(comply, finds_each_fault_2, .timeout = 120) {
    expect_found(1);
}

Test(comply, finds_each_fault_3, .timeout = 120) {
    expect_found(2);
}

Test(comply, finds_each_fault_4, .timeout = 120) {
    expect_found(3);
}

Test(comply, finds_nothing_without_a_fault, .timeout = 300) {
    Arena *arena = arena_with_faults();
    arena_must_run(arena, "comply %s", faulty("-"));
    expect_in(arena->out, " 0 failed, 0 skipped, ");
    expect_in(arena->out, "ready for Sabaki: yes\n");
    cr_assert_null(strstr(arena->out, ": no"), "%s", arena->out);
}

/* ---- Engines that hang, end or say nothing ---- */

Test(comply, gives_up_engines_that_hang_or_end, .timeout = 120) {
    static const char *const ENGINES[] = {"sleep 100", "true", "false",
                                          "cat",       "yes",  "sh -c \"echo =; yes\""};
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof ENGINES / sizeof ENGINES[0]; i++) {
        arena_run(arena, "comply '%s' --timeout 0.2", ENGINES[i]);
        cr_assert_eq(arena->status, 1, "%s: %s%s", ENGINES[i], arena->out, arena->err);
        cr_assert_not_null(strstr(arena->out, "failed  framing.flush"), "%s", arena->out);
        cr_assert_not_null(strstr(arena->out, "ready for the GTP 2 core: no, because: "));
        cr_assert(i > 3 || strstr(arena->out, " checks, 0 passed, ") != NULL, "%s", arena->out);
    }
}

/* The check of this name alone says this of the engine, a word of shell. */
static void expect_said(Arena *arena, const char *engine, const char *check, const char *said) {
    arena_run(arena, "comply %s --only %s --timeout 3", engine, check);
    cr_assert_not_null(strstr(arena->out, said), "%s: %s", engine, arena->out);
}

Test(comply, says_how_an_engine_ended_and_what_time_ran_out) {
    Arena *arena = arena_new();
    expect_said(arena, "'sh -c \"exit 3\"'", "framing.flush",
                "came      (the engine ended with exit status 3)\n");
    expect_said(arena, "'sh -c \"kill -9 \\$\\$\"'", "framing.flush",
                "came      (the engine died of signal 9)\n");
    expect_said(arena, "'sleep 100'", "framing.silence",
                "came      0 bytes, and no end of the engine after ");
    expect_said(arena, "'sleep 100'", "framing.silence", " s (--timeout 3)\n");
}

/* Framing is not to blame; the checks of the command itself say that no answer came. */
Test(comply, goes_on_after_a_slow_answer) {
    Arena *arena = arena_with_faults();
    expect_said(arena, faulty("status-slow"), "framing.bodies",
                "(GTP 2, response structure): no answer in 3 s to 7 final_status_list alive\n");
    cr_assert_not_null(strstr(arena->out, " 1 checks, 1 passed, 0 failed"), "%s", arena->out);
    expect_said(arena, faulty("status-slow"), "final_status_list.stones",
                "came      (no answer in 3 s)\n    expected  an answer within 3 s (--timeout)\n");
}

Test(comply, expects_in_plain_words) {
    Arena *arena = arena_with_faults();
    expect_said(arena, faulty("fixed-komi"), "fixed_handicap.komi", "expected  = 3.5\n");
    expect_said(arena, faulty("komi-whole"), "final_score.value", "expected  = B+3.5\n");
    expect_said(arena, faulty("genmove-no-play"), "analysis.kata_genmove",
                "expected  a last line \"play VERTEX\"\n");
}

Test(comply, refuses_wrong_command_lines) {
    static const char *const CASES[][2] = {
        {"--only nothing", "--only: no check, group or level is called 'nothing'"},
        {"--timeout 0", "--timeout"},
        {"/no/such/engine", "no/such/engine"},
        {"--json --html /no/such/folder/x true", "/no/such/folder"},
        {"'engine \"'", "a closing"},
        {"--html x --stderr ./x true", "--html and --stderr are the same file"},
    };
    Arena *arena = arena_new();
    arena_expect_refusals(arena, "comply", 2, CASES, sizeof CASES / sizeof CASES[0]);
}

Test(comply, ends_at_a_signal) {
    Arena *arena = arena_new();
    pid_t process;
    FILE *errors = arena_start(arena, &process,
                               "comply 'sh -c \"echo up >&2; sleep 100\"' --stderr "
                               "/dev/stderr");
    char line[64];
    cr_assert_not_null(fgets(line, sizeof line, errors));
    kill(process, SIGTERM);
    const int result = arena_await(errors, process);
    cr_assert(WIFEXITED(result) && WEXITSTATUS(result) == 128 + SIGTERM, "%d", result);
}

/* ---- Reports ---- */

Test(comply, prints_what_was_sent_came_and_should_have_come) {
    Arena *arena = arena_with_faults();
    check_fault(arena, "unknown-text", "framing.unknown_text");
    cr_assert_str_eq(arena->out,
                     formatted("failed  framing.unknown_text: the refusal of an unknown command is "
                               "\"unknown command\" (GTP 2, error messages)\n"
                               "    sent      no_such_command\n"
                               "    came      ? no such command\n"
                               "              \n"
                               "    expected  ? unknown command\n%s",
                               strstr(arena->out, "Dihedra ")));
    expect_in(arena->out, "\nready for the GTP 2 core: no, because: "
                          "framing.unknown_text\n");
    cr_assert_not_null(strstr(arena->out, "\nready for Sabaki: yes\n")); /* a wording */
}

Test(comply, says_which_commands_a_client_lacks) {
    Arena *arena = arena_new();
    arena_write(
        arena, "small.sh",
        "while read -r line; do case $line in list_commands) printf '= name\\nplay\\n\\n';;\n"
        "*) printf '= \\n\\n';; esac; done\n");
    arena_run(arena, "comply 'sh small.sh' --only admin.rows");
    cr_assert_eq(arena->status, 0, "%s", arena->out);
    expect_in(arena->out, "ready for Lizzie: no, because: it does not list "
                          "protocol_version or version or ");
    cr_assert_null(strstr(arena->out, " or play "), "%s", arena->out);
}

Test(comply, prints_json) {
    Arena *arena = arena_with_faults();
    cr_assert_eq(arena_run(arena, "comply %s --json --only rules", faulty("ko-ignored")), 1);
    const json_t *object = arena_json(arena);
    expect_in(json_text_at(object, "engine"), "sh faulty.sh ko-ignored /");
    cr_assert_str_eq(json_text_at(object, "name"), "Dihedra");
    cr_assert_eq(json_at(object, "failed") + json_at(object, "passed") +
                     json_at(object, "unsupported"),
                 (double)json_array_size(json_find(object, "suites/0/results")));
    const json_t *checks = json_find(object, "suites/0/results");
    const json_t *ko = NULL;
    for (size_t i = 0; i < json_array_size(checks); i++) {
        if (strcmp(json_text_at(json_array_get(checks, i), "id"), "rules.ko") == 0) {
            ko = json_array_get(checks, i);
        }
    }
    cr_assert_str_eq(json_text_at(ko, "outcome"), "failed");
    cr_assert_str_eq(json_text_at(ko, "levels"), "core client");
    cr_assert_str_eq(json_text_at(ko, "answer"), "= \n\n");
    cr_assert_str_eq(json_text_at(ko, "expected"), "? (a refusal)");
    cr_assert_not_null(strstr(json_text_at(ko, "setup"), "play b C1\nplay w B1\n"));
    cr_assert(json_is_false(json_find(object, "levels/0/ready")));
    cr_assert_str_eq(json_text_at(object, "levels/0/because/0"), "rules.ko");
}

Test(comply, writes_a_page_whatever_the_engine_says) {
    static char text[ARENA_TEXT_MAX];
    Arena *arena = arena_new();
    arena_write(arena, "evil.sh",
                "while read -r line; do printf '= </script><b>&\"\\377\\001]]>\\n\\n'; done\n");
    arena_run(arena, "comply 'sh evil.sh' --only admin --html x.html --timeout 2");
    cr_assert_eq(arena->status, 1, "%s", arena->err);
    arena_read(arena, "x.html", text);
    cr_assert_null(strstr(text, "</script><b>"));
    cr_assert_not_null(strstr(text, "\"kind\":\"suite\""));
}

Test(comply, lists_its_checks) {
    Arena *arena = arena_new();
    cr_assert_eq(arena_run(arena, "comply --list --only rules.ko"), 0);
    cr_assert_str_eq(arena->out,
                     "rules.ko: retaking a ko at once is an illegal move (GTP 2, play)\n"
                     "    core client\n");
}
