#include "regress/match/options.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/number.h"
#include "engine/base/options.h"

/* Defaults. */
static const double default_margin = 0.1, default_hang = 60,
                    default_rank_timeout = 60; /* seconds */
static const double default_komi = 7.5;
enum { DEFAULT_SIZE = 19, DEFAULT_MOVES_A_POINT = 3 /* of the move limit */ };

/* The command line while it is being read. */
typedef struct {
    MatchOptions options;
    const char *sides[2]; /* --black, --white */
    int format;           /* a ScheduleFormat; -1: not given */
    bool alternate;
} MatchArguments;

/* ---- Values ---- */

/* Returns the length of the name that NAME=COMMAND begins with, and where the command begins. A
 * command without a name, which may have options with '=', is its own name as far as there is room.
 */
static size_t find_name(const char *text, const char **command) {
    const char *equals = strchr(text, '='), *option = strstr(text, " -");
    const size_t length = strlen(text);
    if (equals == NULL || (option != NULL && option < equals)) {
        *command = text;
        return length < MATCH_ENGINE_NAME_MAX ? length : MATCH_ENGINE_NAME_MAX - 1;
    }
    *command = equals + 1;
    return (size_t)(equals - text);
}

static bool read_engine(void *target, const char *name, char **values, Status *status) {
    MatchArguments *arguments = target;
    MatchOptions *options = &arguments->options;
    const char *text = values[0], *command = text;
    const size_t length = find_name(text, &command);
    if (length == 0 || length >= MATCH_ENGINE_NAME_MAX) {
        return status_fail(status,
                           "%s: expected COMMAND, or NAME=COMMAND with a name of 1 to %d letters, "
                           "got '%.60s'",
                           name, MATCH_ENGINE_NAME_MAX - 1, text);
    }
    if (options->schedule.engines == RATING_MAX) {
        return status_fail(status, "%s: more than %d engines", name, RATING_MAX);
    }
    MatchEngine *match_engine = &options->match_engines[options->schedule.engines];
    memcpy(match_engine->name, text, length);
    match_engine->command = command;
    for (int i = 0; i < options->schedule.engines; i++) {
        if (strcmp(options->match_engines[i].name, match_engine->name) == 0) {
            return status_fail(status, "%s: two engines are called %s", name, match_engine->name);
        }
    }
    options->schedule.engines++;
    return true;
}

static bool read_rules(void *target, const char *name, char **values, Status *status) {
    MatchArguments *arguments = target;
    arguments->options.rules = rules_find(values[0]);
    return arguments->options.rules != NULL ||
           status_fail(status, "%s: unknown rules '%.40s'", name, values[0]);
}

/* Reads a whole number at *text, and moves *text past it. */
static bool read_digits(const char **text, long *value) {
    char *end;
    const bool ok = **text >= '0' && **text <= '9';
    *value = ok ? strtol(*text, &end, 10) : 0;
    *text = ok ? end : *text;
    return ok && *value <= 10000000;
}

/* Reads MAIN or MAIN+PERIOD/STONES, in whole seconds because GTP knows no others. */
static bool read_time(void *target, const char *name, char **values, Status *status) {
    MatchArguments *arguments = target;
    const char *text = values[0];
    long main_time, period = 0, stones = 0;
    bool ok = read_digits(&text, &main_time);
    if (ok && *text == '+') {
        text++;
        ok = read_digits(&text, &period) && period > 0 && *text++ == '/' &&
             read_digits(&text, &stones) && stones > 0;
    }
    if (!ok || *text != '\0' || main_time + period == 0) {
        return status_fail(status,
                           "%s: expected MAIN or MAIN+PERIOD/STONES in whole seconds, as in "
                           "300+25/10, got '%.40s'",
                           name, values[0]);
    }
    arguments->options.time = values[0];
    game_clock_set(&arguments->options.game.clock, (double)main_time, (double)period, (int)stones);
    return true;
}

static bool read_sprt(void *target, const char *name, char **values, Status *status) {
    MatchArguments *arguments = target;
    Sprt *sprt = &arguments->options.sprt;
    arguments->options.has_sprt = true;
    return number_read_real(name, values[0], -1000, 1000, &sprt->elo0, status) &&
           number_read_real(name, values[1], -1000, 1000, &sprt->elo1, status) &&
           (sprt->elo0 < sprt->elo1 ||
            status_fail(status, "%s: the first Elo must be below the second", name));
}

static const char *const FORMATS[] = {
    [SCHEDULE_GAUNTLET] = "gauntlet", [SCHEDULE_ROUND_ROBIN] = "round-robin", NULL};

#define FIELD(member) offsetof(MatchArguments, member)

// clang-format off
static const Option OPTIONS[] = {
    {.kind = OPTION_HEADING, .help = "Engines"},
    {.name = "--black", .argument = "COMMAND", .kind = OPTION_TEXT, .offset = FIELD(sides[BLACK]),
     .help = "always Black unless --alternate is given; called by its name and version"},
    {.name = "--white", .argument = "COMMAND", .kind = OPTION_TEXT, .offset = FIELD(sides[WHITE]),
     .help = "its opponent"},
    {.name = "--engine", .argument = "[NAME=]COMMAND", .kind = OPTION_CALL, .may_repeat = true, .read = read_engine,
     .help = "two or more, as often as there are engines; colours alternate. Without NAME an engine is called by its "
             "command"},
    {.name = "--format", .argument = "NAME", .kind = OPTION_NAME, .names = FORMATS, .offset = FIELD(format),
     .help = "of --engine: gauntlet (the first against each other; default) or round-robin (each against each)"},
    {.name = "--visits", .argument = "N", .kind = OPTION_WHOLE, .whole = {1, 1000000000}, .offset = FIELD(options.visits),
     .help = "fixed work a move, set by dihedra_param_search visits or kata-set-param maxVisits; other engines take "
             "it in their command"},
    {.name = "--restart", .kind = OPTION_FLAG, .offset = FIELD(options.restart),
     .help = "new processes for every game, for engines that carry something over from one game to the next"},
    {.kind = OPTION_HEADING, .help = "\nGames"},
    {.name = "--games", .argument = "N", .kind = OPTION_INT, .whole = {1, 1000000}, .offset = FIELD(options.schedule.games),
     .help = "of each pairing (default 1)"},
    {.name = "--alternate", .kind = OPTION_FLAG, .offset = FIELD(alternate),
     .help = "colours change from game to game; two games in a row of a pairing start from the same opening, and are "
             "counted as a pair"},
    {.name = "--size", .argument = "S", .kind = OPTION_INT, .whole = {2, BOARD_SIDE_MAX}, .offset = FIELD(options.size),
     .help = "of the board, 2 to 25 (default 19)"},
    {.name = "--komi", .argument = "K", .kind = OPTION_REAL, .real = {-1000, 1000}, .offset = FIELD(options.komi),
     .help = "default 7.5"},
    {.name = "--rules", .argument = "NAME", .kind = OPTION_CALL, .read = read_rules,
     .help = "tromp-taylor (default), chinese, aga, new-zealand, japanese: what is legal, superko included, and how "
             "games are counted. Set the engines to the same rules: one that only knows simple ko loses when it "
             "repeats a position"},
    {.name = "--openings", .argument = "FILE", .kind = OPTION_TEXT, .offset = FIELD(options.openings_path),
     .help = "text (one opening a line: D4 Q16 C14) or SGF; used in turn"},
    {.name = "--opening-moves", .argument = "N", .kind = OPTION_INT, .whole = {1, 1000}, .offset = FIELD(options.opening_moves),
     .help = "takes at most N moves from each game of an SGF file"},
    {.name = "--random-opening", .argument = "N", .kind = OPTION_INT, .whole = {1, 100}, .offset = FIELD(options.random_plies),
     .help = "random openings of N moves, drawn from --seed"},
    {.name = "--seed", .argument = "N", .kind = OPTION_WHOLE, .whole = {0, INT64_MAX}, .offset = FIELD(options.seed),
     .help = "of random openings (default 0)"},
    {.name = "--move-limit", .argument = "N", .kind = OPTION_INT, .whole = {1, 100000}, .offset = FIELD(options.game.move_limit),
     .help = "counts a game as it stands after N moves (default 3 per point)"},
    {.name = "--no-dead", .kind = OPTION_FLAG, .offset = FIELD(options.game.all_alive),
     .help = "counts every stone as alive (default: first takes off dead stones, found by unconditional life and "
             "playouts)"},
    {.name = "--referee", .argument = "COMMAND", .kind = OPTION_TEXT, .offset = FIELD(options.referee.command),
     .help = "an engine that is told each game and asked for final_score"},
    {.kind = OPTION_HEADING, .help = "\nClock"},
    {.name = "--time", .argument = "MAIN", .kind = OPTION_CALL, .read = read_time,
     .help = "whole seconds for the game; MAIN+PERIOD/STONES adds Canadian periods: 300+25/10; 0+1/1 is one second a "
             "move"},
    {.name = "--margin", .argument = "S", .kind = OPTION_REAL, .real = {0, 1000}, .offset = FIELD(options.game.margin),
     .help = "seconds by which a move may exceed the clock (default 0.1)"},
    {.name = "--hang", .argument = "S", .kind = OPTION_REAL, .real = {0.01, 1e6}, .offset = FIELD(options.game.hang),
     .help = "seconds for all other answers, and for moves without --time (default 60)"},
    {.kind = OPTION_HEADING, .help = "\nRunning"},
    {.name = "-j", .argument = "N", .kind = OPTION_INT, .whole = {1, MATCH_JOBS_MAX}, .offset = FIELD(options.jobs),
     .help = "games at a time, each with its own engines (default 1); under mpirun those of each rank but the first, "
             "which hands out the games"},
    {.name = "--per-node", .argument = "N", .kind = OPTION_INT, .whole = {1, MATCH_JOBS_MAX}, .offset = FIELD(options.per_node),
     .help = "instead of -j: games at a time on each machine, shared out among its ranks"},
    {.name = "--rank-timeout", .argument = "S", .kind = OPTION_REAL, .real = {1, 1e6}, .offset = FIELD(options.rank_timeout),
     .help = "under mpirun: seconds without a sign of life after which a rank counts as lost, and its games are "
             "played by others (default 60)"},
    {.name = "--resume", .argument = "FILE", .kind = OPTION_TEXT, .offset = FIELD(options.log_path),
     .help = "the log: continues it if the settings are the same (--games and -j may differ), creates it if there is "
             "none"},
    {.name = "--sgf", .argument = "DIR", .kind = OPTION_TEXT, .offset = FIELD(options.sgf_folder),
     .help = "writes each game to DIR/game-NNNN.sgf, replacing existing files"},
    {.name = "--stderr", .argument = "DIR", .kind = OPTION_TEXT, .offset = FIELD(options.error_folder),
     .help = "writes the engines' standard error to files there (default: none)"},
    {.name = "--sprt", .argument = "ELO0 ELO1", .kind = OPTION_CALL, .read = read_sprt,
     .help = "stops when the sequential test has decided between these Elo differences (two engines; by pairs with "
             "--alternate); abandons games under way"},
    {.name = "--html", .argument = "FILE", .kind = OPTION_TEXT, .offset = FIELD(options.html),
     .help = "writes the result as a page, which needs only a browser"},
    {.name = "--json", .kind = OPTION_FLAG, .offset = FIELD(options.json),
     .help = "prints the result as one JSON object"},
    {.name = "--help", .letter = "-h", .kind = OPTION_HELP, .offset = FIELD(options.help), .help = "this text"},
    {0},
};
// clang-format on

/* ---- The command line ---- */

/* Checks and completes who plays: two sides, or a list of engines. */
static bool settle_engines(MatchArguments *arguments, Status *status) {
    MatchOptions *options = &arguments->options;
    const bool has_side = arguments->sides[BLACK] != NULL || arguments->sides[WHITE] != NULL;
    if (options->schedule.engines > 0) {
        options->schedule.alternate = true;
        options->schedule.format =
            arguments->format == SCHEDULE_ROUND_ROBIN ? SCHEDULE_ROUND_ROBIN : SCHEDULE_GAUNTLET;
        return (!has_side ||
                status_fail(status, "--engine cannot be combined with --black, --white")) &&
               (options->schedule.engines >= 2 ||
                status_fail(status, "--engine: expected at least two"));
    }
    if (arguments->sides[BLACK] == NULL || arguments->sides[WHITE] == NULL) {
        return status_fail(status, "expected --black COMMAND and --white COMMAND, or --engine "
                                   "NAME=COMMAND twice or more");
    }
    if (arguments->format >= 0) {
        return status_fail(status, "--format needs --engine");
    }
    for (int color = BLACK; color <= WHITE; color++) {
        options->match_engines[color].command = arguments->sides[color];
    }
    options->schedule.engines = 2;
    options->schedule.alternate = arguments->alternate;
    return true;
}

static bool settle(MatchArguments *arguments, Status *status) {
    MatchOptions *options = &arguments->options;
    if (!settle_engines(arguments, status)) {
        return false;
    }
    if (options->openings_path != NULL && options->random_plies > 0) {
        return status_fail(status, "--openings cannot be combined with --random-opening");
    }
    if (options->has_sprt && options->schedule.engines > 2) {
        return status_fail(status, "--sprt is for two engines");
    }
    if (options->game.move_limit == 0) {
        options->game.move_limit = DEFAULT_MOVES_A_POINT * options->size * options->size;
    }
    return true;
}

static MatchOptions default_options(void) {
    return (MatchOptions){
        .referee = {.name = "the referee"},
        .schedule = {.games = 1},
        .game = {.margin = default_margin, .hang = default_hang},
        .size = DEFAULT_SIZE,
        .komi = default_komi,
        .rules = &RULES[0],
        .sprt = {.alpha = (double)SPRT_ERROR_PERCENT / 100.0,
                 .beta = (double)SPRT_ERROR_PERCENT / 100.0},
        .jobs = 1,
        .rank_timeout = default_rank_timeout,
    };
}

bool match_options_read(int argc, char **argv, MatchOptions *options, Status *status) {
    MatchArguments arguments = {.options = default_options(), .format = -1};
    const OptionGroup groups[] = {{OPTIONS, &arguments, NULL}, {0}};
    const bool ok = option_read(groups, argc, argv, status) &&
                    (arguments.options.help || settle(&arguments, status));
    *options = arguments.options;
    return ok;
}

void match_options_help(void) {
    option_print_help(OPTIONS, stdout);
}
