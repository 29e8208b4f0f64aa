/* The reader of command lines: every kind of option, every way to write a value, every refusal, and
 * the help that comes from the same table. */
#include "engine/base/options.h"
#include "tests/support/program/cleanup.h"

enum { WORDS_MAX = 32, LINE_MAX_BYTES = 512 };

typedef enum { SLOW, QUICK, PRESTO } Tempo;

typedef struct {
    bool json, ponder;
    const char *file, *model;
    int games, jobs;
    int64_t seed;
    double komi, low, high;
    Tempo tempo;
    OptionList engines, suites;
} Wanted;

static const char *const TEMPI[] = {"slow", "quick", "presto", NULL};

static bool read_range(void *target, const char *name, char **values, Status *status) {
    Wanted *wanted = target;
    wanted->low = strtod(values[0], NULL);
    wanted->high = strtod(values[1], NULL);
    return wanted->low < wanted->high || status_fail(status, "%s: low is not below high", name);
}

static const Option OPTIONS[] = {
    {.kind = OPTION_HEADING, .help = "Games"},
    {.name = "--games",
     .argument = "N",
     .kind = OPTION_INT,
     .integer = {1, 100},
     .offset = offsetof(Wanted, games),
     .help = "how many"},
    {.name = "--jobs",
     .alias = "-j",
     .argument = "N",
     .kind = OPTION_INT,
     .integer = {1, 64},
     .offset = offsetof(Wanted, jobs),
     .help = "at once"},
    {.name = "--seed",
     .argument = "N",
     .kind = OPTION_INT64,
     .integer = {0, INT64_MAX},
     .offset = offsetof(Wanted, seed)},
    {.name = "--komi",
     .argument = "K",
     .kind = OPTION_REAL,
     .real = {-1e6, 0.5},
     .offset = offsetof(Wanted, komi),
     .help = "first line\nsecond line"},
    {.name = "--tempo",
     .argument = "NAME",
     .kind = OPTION_NAME,
     .names = TEMPI,
     .offset = offsetof(Wanted, tempo)},
    {.name = "--range", .argument = "LOW HIGH", .kind = OPTION_CALL, .read = read_range},
    {.name = "--ponder",
     .argument = "on|off",
     .kind = OPTION_SWITCH,
     .offset = offsetof(Wanted, ponder)},
    {.name = "--model",
     .alias = "-model",
     .argument = "FILE",
     .kind = OPTION_TEXT,
     .offset = offsetof(Wanted, model)},
    {.name = "--a-name-of-some-length",
     .argument = "ARGUMENT",
     .kind = OPTION_FOUND,
     .help = "on its own line"},
    {.name = "--json",
     .kind = OPTION_FLAG,
     .offset = offsetof(Wanted, json),
     .help = "one JSON object"},
    {0},
};

static const Option ENGINES[] = {
    {.name = "--engine",
     .argument = "COMMAND",
     .kind = OPTION_LIST,
     .offset = offsetof(Wanted, engines)},
    {0},
};

static const Option OPERANDS[] = {
    {.name = "FILE", .kind = OPTION_TEXT, .is_required = true, .offset = offsetof(Wanted, file)},
    {.name = "SUITE", .kind = OPTION_LIST, .offset = offsetof(Wanted, suites)},
    {0},
};

/* Also knows "--found", which sets the games. */
static bool find_other(void *target, const char *name, Option *option) {
    (void)target;
    *option = (Option){.name = name,
                       .argument = "VALUE",
                       .kind = OPTION_INT,
                       .integer = {5, 7},
                       .offset = offsetof(Wanted, games)};
    return strcmp(name, "--found") == 0;
}

/* Reads a line whose words are split at spaces; "''" stands for an empty one. */
static bool read_line(const char *line, bool has_operands, Wanted *wanted, Status *status) {
    static char copy[LINE_MAX_BYTES];
    char *words[WORDS_MAX] = {"dihedra"}, *rest = copy;
    int count = 1;
    snprintf(copy, sizeof copy, "%s", line);
    for (char *word; (word = strsep(&rest, " ")) != NULL;) {
        if (*word != '\0') {
            words[count++] = strcmp(word, "''") == 0 ? "" : word;
        }
    }
    *wanted = (Wanted){.games = 1};
    const OptionGroup groups[] = {{.options = OPTIONS, .target = wanted},
                                  {ENGINES, wanted, find_other},
                                  {.options = has_operands ? OPERANDS : NULL, .target = wanted},
                                  {0}};
    return option_read(groups, count, words, status);
}

static Wanted read_well(const char *line, bool has_operands) {
    Wanted wanted;
    Status status;
    cr_assert(read_line(line, has_operands, &wanted, &status), "%s: %s", line, status.text);
    return wanted;
}

static void expect_error(const char *line, bool has_operands, const char *message) {
    Wanted wanted;
    Status status;
    cr_assert_not(read_line(line, has_operands, &wanted, &status), "%s", line);
    cr_assert_str_eq(status.text, message);
    option_list_free(&wanted.engines);
    option_list_free(&wanted.suites);
}

Test(options, every_kind_is_read) {
    const Wanted wanted = read_well("--games 7 --jobs 3 --seed 9223372036854775807 --komi -6.5 "
                                    "--tempo presto --range 1 2 --ponder on --model m.bin --json",
                                    false);
    cr_assert_eq(wanted.games, 7);
    cr_assert_eq(wanted.jobs, 3);
    cr_assert_eq(wanted.seed, INT64_MAX);
    cr_assert_eq(wanted.komi, -6.5);
    cr_assert_eq(wanted.tempo, PRESTO);
    cr_assert(wanted.low == 1 && wanted.high == 2);
    cr_assert(wanted.ponder && wanted.json);
    cr_assert_str_eq(wanted.model, "m.bin");
    cr_assert_eq(read_well("", false).games, 1);
    cr_assert_not(read_well("--json --json=off", false).json);
}

/* A table may tell a row of a later one otherwise, or not at all. */
Test(options, the_first_row_of_a_name_is_told) {
    static const Option own[] = {{.name = "--size", .kind = OPTION_FOUND, .help = "default 9"},
                                 {.name = "--ponder", .kind = OPTION_FOUND},
                                 {0}},
                        others[] = {{.kind = OPTION_HEADING, .help = "Others"},
                                    {.name = "--size", .kind = OPTION_FOUND, .help = "default 19"},
                                    {.name = "--ponder", .kind = OPTION_FOUND, .help = "ponders"},
                                    {.name = "--komi", .kind = OPTION_FOUND, .help = "komi"},
                                    {0}};
    static const CommandHelp help = {.usage = "usage: it\n", .options = {own, others}};
    char *text = NULL;
    size_t length;
    FILE *stream = open_memstream(&text, &length);
    command_help_print(&help, stream);
    fclose(stream);
    cr_assert_str_eq(text, "usage: it\n\n  --size                  default 9\nOthers\n"
                           "  --komi                  komi\n"
                           "  -h, --help              this text\n");
    free(text);
}

Test(options, a_value_may_stand_in_the_word) {
    cr_assert_eq(read_well("--games=7", false).games, 7);
    cr_assert_eq(read_well("-j3", false).jobs, 3);
    cr_assert_eq(read_well("-j 3", false).jobs, 3);
    cr_assert_str_eq(read_well("-model m.bin", false).model, "m.bin");
    cr_assert_str_eq(read_well("-model=m.bin", false).model, "m.bin");
    expect_error("-mode m.bin", false, "unknown option -mode");
    expect_error("-model a --model b", false, "--model was given twice");
    expect_error("--model=", false, "--model: the value is empty");
    cr_assert_str_eq(read_well("--model=a=b", false).model, "a=b");
    cr_assert_str_eq(read_well("--model --json", false).model, "--json");
    cr_assert_eq(read_well("--range=1 2", false).high, 2);
    cr_assert_eq(read_well("--found=6", false).games, 6);
}

Test(options, lists_and_operands_are_kept_in_order) {
    Wanted wanted = read_well("a.sgf --engine x b --json --engine=y - -- -c --json", true);
    cr_assert_str_eq(wanted.file, "a.sgf");
    cr_assert_eq(wanted.engines.count, 2);
    cr_assert_str_eq(wanted.engines.items[0], "x");
    cr_assert_str_eq(wanted.engines.items[1], "y");
    cr_assert_eq(wanted.suites.count, 4);
    cr_assert_str_eq(wanted.suites.items[0], "b");
    cr_assert_str_eq(wanted.suites.items[1], "-");
    cr_assert_str_eq(wanted.suites.items[2], "-c");
    cr_assert_str_eq(wanted.suites.items[3], "--json");
    option_list_free(&wanted.engines);
    option_list_free(&wanted.suites);
    cr_assert_null(wanted.suites.items);
}

Test(options, each_error_has_one_wording) {
    static const char *const CASES[][2] = {
        {"--games 0", "--games: expected a whole number from 1 to 100, got '0'"},
        {"--games 101", "--games: expected a whole number from 1 to 100, got '101'"},
        {"--games 7x", "--games: expected a whole number from 1 to 100, got '7x'"},
        {"--games ''", "--games: expected a whole number from 1 to 100, got ''"},
        {"--seed 9223372036854775808",
         "--seed: expected a whole number from 0 to 9223372036854775807, got "
         "'9223372036854775808'"},
        {"--komi 1", "--komi: expected a number from -1000000 to 0.5, got '1'"},
        {"--komi nan", "--komi: expected a number from -1000000 to 0.5, got 'nan'"},
        {"--tempo lento", "--tempo: expected slow, quick or presto, got 'lento'"},
        {"--ponder maybe", "--ponder: expected on or off (1 or 0, true or false), got 'maybe'"},
        {"--range 2 1", "--range: low is not below high"},
        {"--found 8", "--found: expected a whole number from 5 to 7, got '8'"},
        {"--games", "--games: a value is missing"},
        {"-j", "-j: a value is missing"},
        {"--range 1", "--range: a value is missing"},
        {"--found", "--found: a value is missing"},
        {"--json=2", "--json: expected on or off (1 or 0, true or false), got '2'"},
        {"--games 2 --games 3", "--games was given twice"},
        {"--jobs 2 -j3", "-j was given twice"},
        {"--found 6 --found 6", "--found was given twice"},
        {"a.sgf", "unexpected argument 'a.sgf'"},
        {"-x", "unknown option -x"},
        {"-xj 3", "unknown option -xj"},
        {"--", "FILE is missing"},
    };
    for (size_t i = 0; i + 1 < sizeof CASES / sizeof CASES[0]; i++) {
        expect_error(CASES[i][0], false, CASES[i][1]);
    }
    expect_error("--json", true, "FILE is missing");
    cr_assert(read_well("--json --json", false).json, "a flag means the same twice");
}

/* Names of any length, and bytes that are not letters. */
Test(options, refuses_words_of_any_kind) {
    char line[LINE_MAX_BYTES] = "--";
    memset(line + 2, 'a', 400);
    Wanted wanted;
    Status status;
    cr_assert_not(read_line(line, false, &wanted, &status));
    cr_assert_eq(strncmp(status.text, "unknown option --aaaa", 21), 0, "%s", status.text);
    cr_assert_not(read_line("--\xFF\x01", false, &wanted, &status));
    cr_assert_not(read_line("---", false, &wanted, &status));
    cr_assert_not(read_line("--=3", false, &wanted, &status));
    cr_assert_not(read_line("''", false, &wanted, &status));
}
