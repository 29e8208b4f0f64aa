/* The command line of the whole program: every subcommand refuses a wrong option in the same words,
 * with exit status 2 and nothing on standard output, and help is no wider than 100 columns. */
#include "tests/support/program/arena.h"

Test(usage, wrong_command_lines_cost_one_line) {
    static const char *const CASES[][2] = {
        {"--net-lcb 3",
         "dihedra: --net-lcb: unknown parameter net-lcb: it is called lcbStdevs now; "
         "try dihedra help"},
        {"--vists 3", "dihedra: unknown option --vists (did you mean --visits?); try dihedra help"},
        {"--playouts", "dihedra: --playouts: a value is missing; try dihedra help"},
        {"--resign 2",
         "dihedra: --resign: expected a number from 0 to 1, got '2'; try dihedra help"},
        {"--early-stop=maybe", "dihedra: --early-stop: expected on or off (1 or 0, true or false), "
                               "got 'maybe'; try dihedra help"},
        {"--strict=1", "dihedra: --strict takes no value; try dihedra help"},
        {"--size 9x26", "dihedra: --size: expected N or WxH, each from 1 to 25, got '9x26'; try "
                        "dihedra help"},
        {"--visits 3 --visits 4", "dihedra: --visits was given twice; try dihedra help"},
        {"--precision fp16",
         "dihedra: --precision: expected auto, fp32, int16 or int8, got 'fp16'; "
         "try dihedra help"},
        {"nonsense", "dihedra: unexpected argument 'nonsense'; try dihedra help"},
        {"help nonsense", "dihedra: no help on 'nonsense'; try dihedra help"},
        {"selfplay --random purple", "dihedra selfplay: --random: expected black, white or each, "
                                     "got 'purple'; try dihedra help selfplay"},
        {"selfplay -j 65", "dihedra selfplay: -j: expected a whole number from 1 to 64, got '65'; "
                           "try dihedra help selfplay"},
        {"solve", "dihedra solve: WxH|FILE.sgf is missing; try dihedra help solve"},
        {"solve 3x3 --ko x", "dihedra solve: --ko: expected simple, psk or ssk, got 'x'; try "
                             "dihedra help solve"},
        {"selfplay --threads x", "dihedra selfplay: --threads: expected a whole number from 1 to "
                                 "64, got 'x'; try dihedra help selfplay"},
        {"demo --size 9.5", "dihedra demo: --size: expected a whole number from 1 to 25, got "
                            "'9.5'; try dihedra help demo"},
        {"demo --komi", "dihedra demo: --komi: a value is missing; try dihedra help demo"},
        {"export-network", "dihedra export-network: FILE is missing; try dihedra help "
                           "export-network"},
        {"bench", "dihedra bench: a measurement is missing; try dihedra help bench"},
        {"bench nonsense", "dihedra bench: unknown measurement 'nonsense'; try dihedra help bench"},
        {"bench net", "dihedra bench: --model FILE is missing; try dihedra help bench"},
        {"bench hash --size 9", "dihedra bench: unknown option --size; try dihedra help bench"},
        {"bench tt --mb 0", "dihedra bench: --mb: expected a whole number from 1 to 1048576, got "
                            "'0'; try dihedra help bench"},
        {"bench latency --moves 1", "dihedra bench: --moves: expected a whole number from 2 to "
                                    "1000000, got '1'; try dihedra help bench"},
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char line[256], expected[256];
        snprintf(line, sizeof line, "\"$D\" %s </dev/null", CASES[i][0]);
        snprintf(expected, sizeof expected, "%s\n", CASES[i][1]);
        cr_assert_eq(arena_shell(arena, line), 2, "%s", line);
        cr_assert_str_eq(arena->err, expected);
        cr_assert_str_eq(arena->out, "");
    }
    arena_free(arena);
}

/* A terminal of 100 columns breaks no line of help. */
Test(usage, help_fits_into_a_hundred_columns) {
    static const char *const TOPICS[] = {"",         "analysis",       "analyze", "bench",
                                         "demo",     "export-network", "match",   "regress",
                                         "selfplay", "solve",          "verify"};
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof TOPICS / sizeof TOPICS[0]; i++) {
        char line[64];
        snprintf(line, sizeof line, "\"$D\" help %s", TOPICS[i]);
        cr_assert_eq(arena_shell(arena, line), 0);
        cr_assert_eq(strncmp(arena->out, "usage: dihedra", 14), 0);
        for (const char *s = arena->out; *s != '\0'; s += *s == '\n') {
            const size_t length = strcspn(s, "\n");
            cr_assert_leq(length, 100, "%.*s", (int)length, s);
            s += length;
        }
    }
    arena_free(arena);
}

/* A standard stream that the caller closed is an empty one: the program ends at once. */
Test(usage, closed_streams_are_empty, .timeout = 60) {
    static const char *const CLOSED[] = {"<&-", "<&- >&-", "<&- >&- 2>&-"};
    for (size_t i = 0; i < sizeof CLOSED / sizeof CLOSED[0]; i++) {
        char command[256];
        snprintf(command, sizeof command, "timeout 20 '%s' --size 5 %s", getenv("DIHEDRA"),
                 CLOSED[i]);
        cr_assert_eq(system(command), 0, "%s", CLOSED[i]);
    }
}

/* Results that cannot be written are a failure. */
Test(usage, a_closed_output_cannot_be_written) {
    static const char *const COMMANDS[] = {
        "solve 2x2",       "solve 2x2 --json", "verify p",   "--version",
        "verify p --json", "help gtp",         "help solve", "<name"};
    Arena *arena = arena_new();
    arena_write(arena, "name", "name\n");
    arena_shell(arena, "\"$D\" solve 2x2 --proof p");
    for (size_t i = 0; i < sizeof COMMANDS / sizeof COMMANDS[0]; i++) {
        char line[64];
        snprintf(line, sizeof line, "\"$D\" %s >&-", COMMANDS[i]);
        arena_shell(arena, line);
        arena_expect(arena, 1, "");
        snprintf(line, sizeof line, "\"$D\" %s >/dev/null", COMMANDS[i]);
        arena_shell(arena, line);
        arena_expect(arena, 0, "");
    }
    arena_free(arena);
}
