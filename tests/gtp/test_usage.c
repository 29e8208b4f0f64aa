/* The command line of the whole program: every subcommand refuses a wrong option in the same words,
 * with exit status 2 and nothing on standard output, and help is no wider than 100 columns. */
#include "engine/base/version.h"
#include "tests/support/program/arena.h"
#include "tests/support/program/terminal.h"

Test(usage, wrong_command_lines_cost_one_line) {
    static const char *const CASES[][2] = {
        {"--vists 3", "dihedra: unknown option --vists; try dihedra help"},
        {"--resign 2",
         "dihedra: --resign: expected a number from 0 to 1, got '2'; try dihedra help"},
        {"--early-stop=maybe", "dihedra: --early-stop: expected on or off (1 or 0, true or false), "
                               "got 'maybe'; try dihedra help"},
        {"--visits 3 --visits 4", "dihedra: --visits was given twice; try dihedra help"},
        {"--precision fp16", "dihedra: --precision: expected auto, fp32 or int16, got 'fp16'; "
                             "try dihedra help"},
        {"analyse x.sgf", "dihedra: unknown subcommand 'analyse'; try dihedra help"},
        {"analysis -modle x", "dihedra analysis: unknown option -modle; try "
                              "dihedra help analysis"},
        {"selfplay -j 65", "dihedra selfplay: -j: expected a whole number from 1 to 64, got '65'; "
                           "try dihedra help selfplay"},
        {"solve", "dihedra solve: WxH|FILE.sgf is missing; try dihedra help solve"},
        {"analyze ''", "dihedra analyze: FILE.sgf: the value is empty; try dihedra help analyze"},
        {"match --size", "dihedra match: --size: a value is missing; try dihedra help match"},
        {"bench nonsense", "dihedra bench: unknown measurement 'nonsense'; try dihedra help bench"},
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char line[256];
        snprintf(line, sizeof line, "\"$D\" %s </dev/null", CASES[i][0]);
        const char *expected = formatted("%s\n", CASES[i][1]);
        cr_assert_eq(arena_shell(arena, line), 2, "%s", line);
        cr_assert_str_eq(arena->err, expected);
        cr_assert_str_eq(arena->out, "");
    }
}

Test(usage, version_says_what_a_report_needs) {
    static const char *const LINES[] = {"Dihedra " DIHEDRA_VERSION "\n", "\ncommit ", "\ncompiler ",
                                        "\nvector instructions ", "\nnetwork inside "};
    Arena *arena = arena_new();
    cr_assert_eq(arena_shell(arena, "\"$D\" --version"), 0);
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        cr_assert_neq(strstr(arena->out, LINES[i]), NULL, "%s", LINES[i]);
    }
}

/* GTP on a terminal begins with three lines for a person; elsewhere it is silent. */
Test(usage, only_a_terminal_is_greeted) {
    Arena *arena = arena_new();
    arena_shell(arena, "\"$D\" </dev/null");
    arena_expect(arena, 0, "");
    cr_assert_str_eq(arena->err, "");
    int ours, theirs;
    terminal_require(&ours, &theirs);
    cr_assert_eq(write(ours, "name\nquit\n", 10), 10);
    arena_shell(arena, formatted("\"$D\" <'%s'", ttyname(theirs)));
    arena_expect(arena, 0, "\nTo play in GoGui: Program > New Program, command ");
    cr_assert_neq(strstr(arena->err, arena->program), NULL, "%s", arena->err);
    cr_assert_str_eq(arena->out, "= Dihedra\n\n= \n\n");
    close(ours);
    close(theirs);
}

/* Whatever limits the time: no move is played before it is known that it cannot be. */
Test(usage, a_profile_without_a_human_play_network_is_refused_at_the_start) {
    static const char *const LINES[] = {
        "--human-sl-profile rank_5k --model none --move-time 0.1",
        "--human-sl-profile rank_5k --model inside --visits 1",
        "--human-sl-profile rank_5k --model none --visits 1",
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        arena_shell(arena, formatted("echo genmove b | \"$D\" %s", LINES[i]));
        arena_expect(arena, 1, "dihedra: --human-sl-profile: there is no human-play network");
        cr_assert_str_eq(arena->out, "");
    }
}

/* A standard stream that the caller closed is an empty one: the program ends at once. */
Test(usage, closed_streams_are_empty, .timeout = 60) {
    static const char *const CLOSED[] = {"<&-", "<&- >&-", "<&- >&- 2>&-"};
    for (size_t i = 0; i < sizeof CLOSED / sizeof CLOSED[0]; i++) {
        cr_assert_eq(system(formatted("timeout 20 '%s' --size 5 %s", getenv("DIHEDRA"), CLOSED[i])),
                     0, "%s", CLOSED[i]);
    }
}

/* A session whose input cannot be read has failed, and says so. */
Test(usage, an_input_that_cannot_be_read_is_a_failure) {
    Arena *arena = arena_new();
    arena_shell(arena, "\"$D\" <.");
    arena_expect(arena, 1, "dihedra: the input cannot be read\n");
    arena_shell(arena, "\"$D\" analysis <.");
    arena_expect(arena, 2, "dihedra analysis: the input cannot be read\n");
}

/* Results that cannot be written are a failure. */
Test(usage, a_closed_output_cannot_be_written) {
    static const char *const COMMANDS[] = {"solve 2x2", "solve 2x2 --json", "verify p", "--version",
                                           "help gtp",  "help solve",       "<name"};
    Arena *arena = arena_new();
    arena_write(arena, "name", "name\n");
    arena_run(arena, "solve 2x2 --proof p");
    for (size_t i = 0; i < sizeof COMMANDS / sizeof COMMANDS[0]; i++) {
        arena_shell(arena, formatted("\"$D\" %s >&-", COMMANDS[i]));
        arena_expect(arena, 1, "");
        arena_shell(arena, formatted("\"$D\" %s >/dev/null", COMMANDS[i]));
        arena_expect(arena, 0, "");
    }
}
