#include "regress/match/options.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/json.h"
#include "engine/base/member.h"
#include "engine/base/number.h"
#include "engine/base/options.h"
#include "engine/base/os/system.h"

/* Defaults. */
static const double DEFAULT_MARGIN = 0.1, DEFAULT_HANG = 60; /* seconds */
static const double DEFAULT_KOMI = 7.5;
enum { DEFAULT_SIZE = 19, DEFAULT_MOVES_A_POINT = 3 /* of the move limit */ };

static const char USAGE[] =
    "usage: dihedra match --black COMMAND --white COMMAND [OPTION...]\n"
    "       dihedra match --engine [NAME=]COMMAND --engine [NAME=]COMMAND... [OPTION...]\n"
    "\n"
    "Plays games between GTP engines. Dihedra keeps the clock and the rules: an illegal move, a\n"
    "refusal of a legal one, a late move, a crash, a hang or a wrong answer loses that game, and\n"
    "the match goes on. Prints the result on standard output, progress on standard error.\n";

static const char NOTES[] =
    "Every finished game is in the log, and its SGF file in DIR, before the next one begins.\n"
    "The name of the log is told at the start, and --resume with it continues a match. It has a\n"
    "line of JSON with the settings, then a line for each finished game: game, black, white,\n"
    "opening, result, winner, reason (score, resignation, move_limit, time, illegal, refused,\n"
    "crash, hang or garbage), message,\n"
    "move_count, black_moves, white_moves (those asked for), black_seconds, white_seconds,\n"
    "fingerprint (equal for games that are the same up to symmetry) and moves. A game that was\n"
    "under way when the match was killed is played again from the start.\n"
    "\n"
    "JSON: games, games_asked, seconds, pairings and engines. A pairing has engine, opponent,\n"
    "games, wins, losses, draws (black_wins and so on by the engine's color), win_rate,\n"
    "win_rate_low, win_rate_high (Wilson, 95%), elo, elo_error, elo_low, elo_high (95%; null if\n"
    "infinite), superiority, pentanomial (pairs with 0, 1/2, 1, 3/2, 2 points; null without\n"
    "pairs), llr, sprt (elo0, elo1, lower, upper, verdict; null without --sprt), moves_per_game,\n"
    "move_limit_games, duplicates (games equal to an earlier one, turned or mirrored). If there\n"
    "is one pairing, its keys are in the outer object too. An engine has name, product, command,\n"
    "rules (the commands that set them), games, wins, losses, draws (and by color), moves,\n"
    "seconds, seconds_per_move, resignations, time_losses, illegal_moves, refusals, crashes, "
    "hangs,\n"
    "wrong_answers.\n"
    "\n"
    "SIGINT and SIGTERM end the match; the result so far is printed. Exit status: 0 if all games\n"
    "were played or the sequential test decided, 1 if not, 2 if an option is wrong, 128 + N after\n"
    "signal N.\n";

/* The command line while it is being read. */
typedef struct {
    MatchOptions options;
    const char *sides[2]; /* --black, --white */
    int format;           /* a ScheduleFormat; -1: not given */
    bool alternate;
} MatchArguments;

/* ---- Values ---- */

/* Splits [NAME=]COMMAND, and returns the name's length: 0 for a command alone, whose arguments may
 * have a '='. A name has no blanks. */
static size_t split_name(const char *text, const char **command) {
    const size_t length = strcspn(text, "= \t");
    const bool has_name = text[length] == '=';
    *command = has_name ? text + length + 1 : text;
    return has_name ? length : 0;
}

static bool read_engine(void *target, const char *name, char **values, Status *status) {
    MatchArguments *arguments = target;
    MatchOptions *options = &arguments->options;
    const char *text = values[0], *command = text;
    const size_t length = split_name(text, &command);
    if (text[0] == '\0' || text[0] == '=' || length >= MATCH_ENGINE_NAME_MAX) {
        return status_fail(status,
                           "%s: expected COMMAND, or NAME=COMMAND with a name of 1 to %d letters, "
                           "got '%.60s'",
                           name, MATCH_ENGINE_NAME_MAX - 1, text);
    }
    if (options->schedule.engines == MATCH_ENGINES_MAX) {
        return status_fail(status, "%s: more than %d engines", name, MATCH_ENGINES_MAX);
    }
    MatchEngine *match_engine = &options->match_engines[options->schedule.engines];
    memcpy(match_engine->name, text, length);
    match_engine->command = command;
    for (int i = 0; length > 0 && i < options->schedule.engines; i++) {
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

// clang-format off
static const Option OPTIONS[] = {
    {.kind = OPTION_HEADING, .help = "Engines"},
    {.name = "--black", .argument = "COMMAND", OPTION_TEXT_IN(MatchArguments, sides[BLACK]),
     .help = "always Black unless --alternate is given"},
    {.name = "--white", .argument = "COMMAND", OPTION_TEXT_IN(MatchArguments, sides[WHITE]),
     .help = "its opponent"},
    {.name = "--engine", .argument = "[NAME=]COMMAND", .kind = OPTION_CALL, .may_repeat = true, .read = read_engine,
     .help = "two or more, as often as there are engines; colors alternate. NAME has no blanks; without it an engine is called by "
             "its answers to name and version"},
    {.name = "--format", .argument = "NAME", .names = FORMATS, OPTION_NAME_IN(MatchArguments, format),
     .help = "of --engine: gauntlet (the first against each other; default) or round-robin (each against each)"},
    {.name = "--restart", OPTION_FLAG_IN(MatchArguments, options.restart),
     .help = "new processes for every game, for engines that carry something over from one game to the next"},
    {.kind = OPTION_HEADING, .help = "\nGames"},
    {.name = "--games", .argument = "N", .integer = {1, 1000000}, OPTION_INT_IN(MatchArguments, options.schedule.games),
     .help = "of each pairing (default 1)"},
    {.name = "--alternate", OPTION_FLAG_IN(MatchArguments, alternate),
     .help = "colors change from game to game; two games in a row of a pairing start from the same opening, and are "
             "counted as a pair"},
    {.name = "--size", .argument = "S", .integer = {2, BOARD_SIDE_MAX}, OPTION_INT_IN(MatchArguments, options.size),
     .help = "of the board, 2 to 25 (default 19)"},
    {.name = "--komi", .argument = "K", .real = {-1000, 1000}, OPTION_REAL_IN(MatchArguments, options.komi),
     .help = "default 7.5"},
    {.name = "--rules", .argument = "NAME", .kind = OPTION_CALL, .read = read_rules,
     .help = "tromp-taylor (default), chinese, aga, new-zealand, japanese: what is legal, superko included, and how "
             "games are counted. Engines are told by kata-set-rules, kgs-rules, go_rules (Fuego) and gogui-rules_set, as far "
             "as they know these; others need the rules in their command"},
    {.name = "--openings", .argument = "FILE", OPTION_TEXT_IN(MatchArguments, options.openings_path),
     .help = "games of an SGF file, used in turn"},
    {.name = "--opening-moves", .argument = "N", .integer = {1, 1000}, OPTION_INT_IN(MatchArguments, options.opening_moves),
     .help = "takes at most N moves from each of them"},
    {.name = "--random-opening", .argument = "N", .integer = {1, 100}, OPTION_INT_IN(MatchArguments, options.random_plies),
     .help = "random openings of N moves, drawn from --seed"},
    {.name = "--seed", .argument = "N", .integer = {0, INT64_MAX}, OPTION_INT64_IN(MatchArguments, options.seed),
     .help = "of random openings (default 0)"},
    {.name = "--move-limit", .argument = "N", .integer = {1, 100000}, OPTION_INT_IN(MatchArguments, options.game.move_limit),
     .help = "counts a game as it stands after N moves (default 3 per point)"},
    {.name = "--no-dead", OPTION_FLAG_IN(MatchArguments, options.game.all_alive),
     .help = "counts every stone as alive (default: first takes off dead stones, found by unconditional life and "
             "playouts)"},
    {.kind = OPTION_HEADING, .help = "\nClock"},
    {.name = "--time", .argument = "MAIN", .kind = OPTION_CALL, .read = read_time,
     .help = "whole seconds for the game; MAIN+PERIOD/STONES adds Canadian periods: 300+25/10; 0+1/1 is one second a "
             "move"},
    {.name = "--margin", .argument = "S", .real = {0, 1000}, OPTION_REAL_IN(MatchArguments, options.game.margin),
     .help = "seconds by which a move may exceed the clock (default 0.1)"},
    {.name = "--hang", .argument = "S", .real = {0.01, 1e6}, OPTION_REAL_IN(MatchArguments, options.game.hang),
     .help = "seconds for all other answers, and for moves without --time (default 60)"},
    {.kind = OPTION_HEADING, .help = "\nRunning"},
    {.name = "-j", .argument = "N", .integer = {1, MATCH_JOBS_MAX}, OPTION_INT_IN(MatchArguments, options.jobs),
     .help = "games at a time, each with its own engines (default 1); under mpirun those of each rank but the first, "
             "which hands out the games"},
    {.name = "--resume", .argument = "FILE", OPTION_TEXT_IN(MatchArguments, options.log_path),
     .help = "the log: continues it if the settings are the same (--games and -j may differ), creates it if there is "
             "none (default: match-DATE-TIME-PROCESS.jsonl beside the page of --html, or else in the folder of --sgf, or "
             "else here)"},
    {.name = "--sgf", .argument = "DIR", OPTION_TEXT_IN(MatchArguments, options.sgf_folder),
     .help = "writes each game to DIR/game-NNNN.sgf, replacing existing files"},
    {.name = "--stderr", .argument = "FILE", OPTION_TEXT_IN(MatchArguments, options.error_path),
     .help = "appends the engines' standard error to the file (default: dropped)"},
    {.name = "--sprt", .argument = "ELO0 ELO1", .kind = OPTION_CALL, .read = read_sprt,
     .help = "stops when the sequential test has decided between these Elo differences (two engines; by pairs with "
             "--alternate); abandons games under way"},
    {.name = "--html", .argument = "FILE", OPTION_TEXT_IN(MatchArguments, options.html),
     .help = "writes the result as a page with the games, which needs only a browser and renews itself while the match "
             "runs"},
    {.name = "--json", OPTION_FLAG_IN(MatchArguments, options.json),
     .help = "prints the result as one JSON object"},
    {0},
};
// clang-format on

const CommandHelp MATCH_HELP = {
    "match", "plays matches and tournaments of GTP engines", USAGE, {OPTIONS}, NOTES};

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

bool match_options_read(int argc, char **argv, MatchOptions *options, Status *status) {
    const double error = SPRT_ERROR_PERCENT / 100.0;
    MatchArguments arguments = {
        .options = {.schedule = {.games = 1},
                    .game = {.margin = DEFAULT_MARGIN, .hang = DEFAULT_HANG},
                    .size = DEFAULT_SIZE,
                    .komi = DEFAULT_KOMI,
                    .rules = &RULES[0],
                    .sprt = {.alpha = error, .beta = error},
                    .jobs = 1,
                    .error_path = OS_NULL_FILE},
        .format = -1};
    const OptionGroup groups[] = {{.options = OPTIONS, .target = &arguments}, {0}};
    const bool ok = option_read(groups, argc, argv, status) && settle(&arguments, status);
    *options = arguments.options;
    return ok;
}

/* ---- Settings ---- */

json_t *match_options_settings(const MatchOptions *options, const Openings *openings) {
    const Sprt *sprt = &options->sprt;
    json_t *engines = json_new_array();
    for (int i = 0; i < options->schedule.engines; i++) {
        json_add_value(engines, match_engine_json(&options->match_engines[i]));
    }
    return json_new_packed(
        "{s:i, s:o, s:s, s:b, s:i, s:o, s:s, s:o, s:o, s:o, s:o, s:i, s:I, s:i, s:b, s:b, s:o}",
        "dihedra_match", 2, "engines", engines, "format", FORMATS[options->schedule.format],
        "alternate", options->schedule.alternate, "size", options->size, "komi",
        json_new_figure(options->komi, 6), "rules", options->rules->name, "time",
        json_new_text(options->time), "margin", json_new_figure(options->game.margin, 3), "hang",
        json_new_figure(options->game.hang, 3), "openings",
        options->openings_path == NULL ? json_null()
                                       : json_sprintf("%016" PRIx64, openings_checksum(openings)),
        "random_opening", options->random_plies, "seed", (json_int_t)options->seed, "move_limit",
        options->game.move_limit, "no_dead", options->game.all_alive, "restart", options->restart,
        "sprt",
        options->has_sprt ? json_new_packed("{s:o, s:o}", "elo0", json_new_figure(sprt->elo0, 6),
                                            "elo1", json_new_figure(sprt->elo1, 6))
                          : json_null());
}

bool match_options_start_game(const MatchOptions *options, const Openings *openings,
                              const ScheduledGame *scheduled, Game *game, Status *status) {
    game->rules = *options->rules;
    game->komi = options->komi;
    return scheduled->opening == SCHEDULE_NO_OPENING
               ? game_clear(game, options->size, options->size, status)
               : opening_start(openings, scheduled->opening, game, status);
}
