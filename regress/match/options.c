#include "regress/match/options.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/json.h"
#include "engine/base/member.h"
#include "engine/base/options.h"
#include "engine/base/os/system.h"
#include "engine/go/board/handicap.h"
#include "regress/match/tune/tune.h"

/* Defaults. */
static const double DEFAULT_HANG = 60; /* seconds */
static const double DEFAULT_RATE = 0.03;
static const double DEFAULT_KOMI = 7.5, HANDICAP_KOMI = 0.5;
enum { DEFAULT_SIZE = 19, DEFAULT_MOVES_A_POINT = 3 /* of the move limit */ };

static const char USAGE[] =
    "usage: dihedra match --black COMMAND [KEY=VALUE...] --white COMMAND [KEY=VALUE...] "
    "[OPTION...]\n"
    "       dihedra match --engine [NAME=]COMMAND [KEY=VALUE...] --engine... [OPTION...]\n"
    "       dihedra match tune --engine COMMAND [KEY=VALUE...] --parameter COMMAND START MIN MAX "
    "STEP\n"
    "                          --games N [OPTION...]\n"
    "\n"
    "Plays games between GTP engines. Dihedra keeps the clock and the rules: an illegal move, a\n"
    "refusal of a legal one, a late move, a crash, a hang or a wrong answer loses that game, and\n"
    "the match goes on. Prints the result on standard output, progress on standard error.\n"
    "\n"
    "match tune looks for better values of an engine's parameters by SPSA: two copies of it play\n"
    "pairs of games with values a step to either side, and the values move towards the winner's.\n"
    "Whether the values found are better another match must show.\n";

static const char NOTES[] =
    "Every finished game is in the log, and its SGF file in DIR, before the next one begins. The\n"
    "name of the log is told at the start, and --resume with it continues a match. It has a line\n"
    "of JSON with the settings, then a line for each finished game: game, black, white, opening,\n"
    "result, winner, reason (score, resignation, move_limit, resign_agreed, time, illegal,\n"
    "refused, crash, hang or garbage), message (what went wrong, or which engine counts\n"
    "another score), move_count, black_moves, white_moves (those asked for),\n"
    "black_seconds, white_seconds, fingerprint (equal for games that are the same up to\n"
    "symmetry), moves, and of each of them move_seconds, win_rates and scores (Black's; null:\n"
    "not told); of match tune values, around which both sides play. A game that was under way\n"
    "when the match was killed is played again from the start.\n"
    "\n"
    "JSON: games, games_asked, seconds, pairings and engines. A pairing has engine, opponent,\n"
    "games, wins, losses, draws (black_wins and so on by the engine's color), win_rate,\n"
    "win_rate_low, win_rate_high (Wilson, 95%), elo, elo_error, elo_low, elo_high (95%; null if\n"
    "infinite), superiority, pentanomial (pairs with 0, 1/2, 1, 3/2, 2 points; null without\n"
    "pairs), llr, sprt (elo0, elo1, lower, upper, verdict; null without --sprt),\n"
    "moves_per_game, move_limit_games, duplicates (games equal to an earlier one, turned or\n"
    "mirrored). If there is one pairing, its keys are in the outer object too. An engine has\n"
    "name, product, command, rules (the commands that set them), games, wins, losses, draws (and\n"
    "by color), moves, seconds, seconds_per_move, resignations, agreed_resignations,\n"
    "time_losses, illegal_moves, refusals, crashes, hangs, wrong_answers. Of match tune:\n"
    "parameters, each with command, value, start, min, max, step, whole.\n"
    "\n"
    "SIGINT and SIGTERM end the match; the result so far is printed. Exit status: 0 if all games\n"
    "were played or the sequential test decided, 1 if not, 2 if an option is wrong, 128 + N\n"
    "after signal N.\n";

/* The command line while it is being read. */
typedef struct {
    MatchOptions options;
    MatchEngine sides[2]; /* --black, --white */
    EngineSettings each;  /* of all engines */
    EngineSettings *last; /* to which KEY=VALUE belongs; NULL: none was named yet */
    int format;           /* a ScheduleFormat; -1: not given */
    bool alternate;
} MatchArguments;

/* ---- Values ---- */

/* Reads [NAME=]COMMAND. A name has no blanks, and the arguments of a command may have a '='. */
static bool read_engine(void *target, const char *name, char **values, Status *status) {
    MatchArguments *arguments = target;
    MatchOptions *options = &arguments->options;
    const char *text = values[0], *equals = text + strcspn(text, "= \t");
    const size_t length = *equals == '=' ? (size_t)(equals - text) : 0;
    const char *command = *equals == '=' ? equals + 1 : text;
    if (command[0] == '\0' || text[0] == '=' || length >= ENGINE_NAME_MAX) {
        return status_fail(status,
                           "%s: expected COMMAND, or NAME=COMMAND with a name of 1 to %d letters, "
                           "got '%.60s'",
                           name, ENGINE_NAME_MAX - 1, text);
    }
    if (options->schedule.engines == MATCH_ENGINES_MAX) {
        return status_fail(status, "%s: more than %d engines", name, MATCH_ENGINES_MAX);
    }
    MatchEngine *match_engine = &options->match_engines[options->schedule.engines++];
    memcpy(match_engine->name, text, length);
    match_engine->command = command;
    match_engine->options = ENGINE_SETTINGS_NONE;
    arguments->last = &match_engine->options;
    return true;
}

/* Reads --black and --white. */
static bool read_side(void *target, const char *name, char **values, Status *status) {
    MatchArguments *arguments = target;
    MatchEngine *side = &arguments->sides[strcmp(name, "--black") == 0 ? BLACK : WHITE];
    side->command = values[0];
    arguments->last = &side->options;
    return values[0][0] != '\0' || status_fail(status, "%s: the value is empty", name);
}

static bool read_rules(void *target, const char *name, char **values, Status *status) {
    MatchArguments *arguments = target;
    arguments->options.rules = rules_find(values[0]);
    return arguments->options.rules != NULL || rules_fail_unknown(name, values[0], status);
}

/* Reads --time and --margin, which are for all engines. */
static bool read_common(void *target, const char *name, char **values, Status *status) {
    return engine_settings_set(&((MatchArguments *)target)->each, name, values[0], status);
}

static bool read_each(void *target, const char *name, char **values, Status *status) {
    MatchArguments *arguments = target;
    (void)values, (void)status, (void)name;
    arguments->last = &arguments->each;
    return true;
}

/* Reads KEY=VALUE of the engine that stands last before it. */
static bool read_key(void *target, const char *name, char **values, Status *status) {
    MatchArguments *arguments = target;
    (void)name;
    return arguments->last == NULL
               ? status_fail(status,
                             "unexpected argument '%.60s': KEY=VALUE follows --engine, "
                             "--black, --white or --each",
                             values[0])
               : engine_settings_read(arguments->last, values[0], status);
}

/* Reads --resign. */
static bool read_agreement(void *target, const char *name, char **values, Status *status) {
    MatchGameOptions *game = &((MatchArguments *)target)->options.game;
    int64_t moves;
    const bool ok = number_read_integer(name, values[0], 1, 1000, &moves, status) &&
                    number_read_real(name, values[1], 0, 49, &game->resign_percent, status);
    game->resign_moves = ok ? (int)moves : 0;
    return ok;
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

/* Reads COMMAND START MIN MAX STEP. */
static bool read_parameter(void *target, const char *name, char **values, Status *status) {
    Spsa *spsa = &((MatchArguments *)target)->options.spsa;
    double numbers[4];
    bool ok = true;
    if (spsa->count == SPSA_PARAMETERS_MAX) {
        return status_fail(status, "%s: more than %d", name, SPSA_PARAMETERS_MAX);
    }
    for (int i = 0; i < spsa->count; i++) {
        if (strcmp(spsa->parameters[i].command, values[0]) == 0) {
            return status_fail(status, "%s %.40s: given twice", name, values[0]);
        }
    }
    SpsaParameter *parameter = &spsa->parameters[spsa->count++];
    parameter->is_whole = true;
    for (int i = 0; ok && i < 4; i++) {
        ok = number_read_real(name, values[1 + i], -1e9, 1e9, &numbers[i], status);
        parameter->is_whole &= strpbrk(values[1 + i], ".eE") == NULL;
    }
    parameter->command = values[0];
    parameter->start = numbers[0], parameter->low = numbers[1];
    parameter->high = numbers[2], parameter->step = numbers[3];
    return ok &&
           ((values[0][0] != '\0' && numbers[1] <= numbers[0] && numbers[0] <= numbers[2] &&
             numbers[3] > 0 && numbers[3] <= numbers[2] - numbers[1]) ||
            status_fail(status, "%s %.40s: expected MIN <= START <= MAX and 0 < STEP <= MAX - MIN",
                        name, values[0]));
}

static const char *const FORMATS[] = {
    [SCHEDULE_GAUNTLET] = "gauntlet", [SCHEDULE_ROUND_ROBIN] = "round-robin", NULL};

// clang-format off
static const Option OPTIONS[] = {
    {.kind = OPTION_HEADING, .help = "Engines"},
    {.name = "--black", .argument = "COMMAND", .kind = OPTION_CALL, .read = read_side,
     .help = "plays Black, in every game unless --alternate is given"},
    {.name = "--white", .argument = "COMMAND", .kind = OPTION_CALL, .read = read_side,
     .help = "plays against it"},
    {.name = "--engine", .argument = "[NAME=]COMMAND", .kind = OPTION_CALL, .may_repeat = true, .read = read_engine,
     .help = "two or more, as often as there are engines; colors alternate. NAME has no blanks; without it an engine is called by "
             "its answers to name and version"},
    {.name = "KEY=VALUE", .kind = OPTION_CALL, .may_repeat = true, .read = read_key,
     .help = "setting of the engine before it, or of all after --each. " ENGINE_SETTINGS_HELP},
    {.name = "--each", .kind = OPTION_CALL, .read = read_each,
     .help = "what follows is for all engines that do not set it themselves"},
    {.name = "--format", .argument = "NAME", .names = FORMATS, OPTION_NAME_IN(MatchArguments, format),
     .help = "pairings of --engine: gauntlet (the first plays all others; default) or round-robin (all play each other)"},
    {.name = "--restart", OPTION_FLAG_IN(MatchArguments, options.restart),
     .help = "new processes for every game, for engines that carry something over from one game to the next"},
    {.kind = OPTION_HEADING, .help = "\nGames"},
    {.name = "--games", .argument = "N", .integer = {1, 1000000}, OPTION_INT_IN(MatchArguments, options.schedule.games),
     .help = "games of each pairing (default 1)"},
    {.name = "--alternate", OPTION_FLAG_IN(MatchArguments, alternate),
     .help = "colors change from game to game; two games in a row of a pairing start from the same opening, and are "
             "counted as a pair"},
    {.name = "--size", .argument = "S", .integer = {2, BOARD_SIDE_MAX}, OPTION_INT_IN(MatchArguments, options.size),
     .help = "board size, 2 to 25 (default 19)"},
    {.name = "--komi", .argument = "K", .real = {-1000, 1000}, OPTION_REAL_IN(MatchArguments, options.komi),
     .help = "default 7.5, with --handicap 0.5"},
    {.name = "--rules", .argument = "NAME", .kind = OPTION_CALL, .read = read_rules,
     .help = "tromp-taylor (default), chinese, aga, new-zealand, japanese: what is legal, superko included, and how "
             "games are counted. Engines are told by kata-set-rules, kgs-rules, go_rules (Fuego) and gogui-rules_set, as far "
             "as they know these; others need the rules in their command"},
    {.name = "--handicap", .argument = "N", .integer = {2, 100}, OPTION_INT_IN(MatchArguments, options.handicap),
     .help = "Black's stones on GTP's points, told by set_free_handicap to engines that know it; --komi is 0.5 then"},
    {.name = "--openings", .argument = "FILE", OPTION_TEXT_IN(MatchArguments, options.openings_path),
     .help = "games of an SGF file, used in turn"},
    {.name = "--opening-moves", .argument = "N", .integer = {1, 1000}, OPTION_INT_IN(MatchArguments, options.opening_moves),
     .help = "takes at most N moves from each of them"},
    {.name = "--random-opening", .argument = "N", .integer = {1, 100}, OPTION_INT_IN(MatchArguments, options.random_plies),
     .help = "random openings of N moves, drawn from --seed"},
    {.name = "--seed", .argument = "N", .integer = {0, INT64_MAX}, OPTION_INT64_IN(MatchArguments, options.seed),
     .help = "seed of random openings (default 0)"},
    {.name = "--move-limit", .argument = "N", .integer = {1, 100000}, OPTION_INT_IN(MatchArguments, options.game.move_limit),
     .help = "counts a game as it stands after N moves (default 3 per point)"},
    {.name = "--no-dead", OPTION_FLAG_IN(MatchArguments, options.game.all_alive),
     .help = "counts every stone as alive (default: first takes off dead stones, found by unconditional life and "
             "playouts)"},
    {.kind = OPTION_HEADING, .help = "\nAdjudication"},
    {.name = "--resign", .argument = "MOVES PERCENT", .kind = OPTION_CALL, .read = read_agreement,
     .help = "a side loses once both engines have given it at most PERCENT of the wins with each of MOVES moves, as "
             "kata-genmove_analyze or lz-genmove_analyze tell them"},
    {.kind = OPTION_HEADING, .help = "\nClock"},
    {.name = "--time", .argument = "T", .kind = OPTION_CALL, .read = read_common,
     .help = "clock of all engines that have no time=T: " ENGINE_SETTINGS_TIMES ", in seconds: 300; 10+0.1; 300+5x30; 300+25/10; 40/60"},
    {.name = "--margin", .argument = "S", .kind = OPTION_CALL, .read = read_common,
     .help = "margin of all engines that have no margin=S (default 0.1)"},
    {.name = "--hang", .argument = "S", .real = {0.01, 1e6}, OPTION_REAL_IN(MatchArguments, options.game.hang),
     .help = "seconds for all other answers, and for moves without --time (default 60)"},
    {.kind = OPTION_HEADING, .help = "\nRunning"},
    {.name = "-j", .argument = "N", .integer = {1, MATCH_JOBS_MAX}, OPTION_INT_IN(MatchArguments, options.jobs),
     .help = "games at a time, each with its own engines (default 1); under mpirun those of each rank but the first, "
             "which hands out the games"},
    {.name = "--resume", .argument = "FILE", OPTION_TEXT_IN(MatchArguments, options.log_path),
     .help = "the log: continues it if the settings are the same (-j and, unless it tunes, --games may differ), creates it if there is "
             "none (default: match-DATE-TIME-PROCESS.jsonl beside the page of --html, or else in the folder of --sgf, or "
             "else here)"},
    {.name = "--sgf", .argument = "DIR", OPTION_TEXT_IN(MatchArguments, options.sgf_folder),
     .help = "writes each game to DIR/game-NNNN.sgf; DIR must have no games of another run"},
    {.name = "--stderr", .argument = "FILE", OPTION_TEXT_IN(MatchArguments, options.error_path),
     .help = "appends the engines' standard error to the file (default: dropped)"},
    {.name = "--sprt", .argument = "ELO0 ELO1", .kind = OPTION_CALL, .read = read_sprt,
     .help = "stops when the sequential test has decided between these Elo differences, with an error rate of 5% at "
             "either (two engines; by pairs with --alternate); abandons games under way"},
    {.kind = OPTION_HEADING, .help = "\nOf match tune"},
    {.name = "--parameter", .argument = "COMMAND START MIN MAX STEP", .kind = OPTION_CALL, .may_repeat = true, .read = read_parameter,
     .help = "a GTP command, to which values are added: 'kata-set-param cpuctExploration' 1.4 0.5 4 0.2. Both copies are STEP from "
             "the value in the last pair, some more before: choose it so that the copies differ by 5 to 30 Elo. Four numbers "
             "without a point are of a parameter in whole numbers, which are drawn on both sides of its value"},
    {.name = "--rate", .argument = "R", .real = {1e-6, 10}, OPTION_REAL_IN(MatchArguments, options.spsa.rate),
     .help = "steps that a value moves for a game won, in the last pair (default 0.03, for some thousand games; Fishtest: 0.002 "
             "for 50,000)"},
    {.kind = OPTION_HEADING, .help = "\nReport"},
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
    const bool is_list = options->schedule.engines > 0;
    if (!is_list) {
        memcpy(options->match_engines, arguments->sides, sizeof arguments->sides);
        options->schedule.engines = 2;
    }
    options->schedule.alternate = is_list || arguments->alternate;
    options->schedule.format =
        arguments->format == SCHEDULE_ROUND_ROBIN ? SCHEDULE_ROUND_ROBIN : SCHEDULE_GAUNTLET;
    for (int i = 0; i < options->schedule.engines; i++) {
        MatchEngine *engine = &options->match_engines[i];
        engine_settings_complete(&engine->options, &arguments->each);
        if (engine->options.name != NULL) {
            snprintf(engine->name, sizeof engine->name, "%s", engine->options.name);
        }
        for (int j = 0; j < i && engine->name[0] != '\0'; j++) {
            if (strcmp(options->match_engines[j].name, engine->name) == 0) {
                return status_fail(status, "--engine: two engines are called %s", engine->name);
            }
        }
    }
    if (options->is_tuning) {
        MatchEngine *sides = options->match_engines;
        options->schedule.engines = 2;
        sides[SPSA_MINUS] = (MatchEngine){
            .command = sides->command, .name = "minus", .options = ENGINE_SETTINGS_NONE};
        engine_settings_complete(&sides[SPSA_MINUS].options, &sides->options);
        snprintf(sides[SPSA_PLUS].name, ENGINE_NAME_MAX, "plus");
        options->spsa.pairs = options->schedule.games / 2;
        options->spsa.seed = (uint64_t)options->seed;
    }
    return true;
}

/* Options that do not go together. */
static bool check_together(const MatchArguments *arguments, Status *status) {
    const MatchOptions *options = &arguments->options;
    const MatchEngine *sides = arguments->sides;
    const bool is_list = options->schedule.engines > 0, has_file = options->openings_path != NULL;
    const bool has_black = sides[BLACK].command != NULL, has_white = sides[WHITE].command != NULL;
    const bool is_tuning = options->is_tuning;
    const struct {
        bool is_wrong;
        const char *message;
    } CASES[] = {
        {is_list && (has_black || has_white), "--engine cannot be combined with --black, --white"},
        {is_tuning && (options->schedule.engines != 1 || options->match_engines->name[0] != '\0' ||
                       options->match_engines->options.name != NULL),
         "tune: expected one --engine, without a name"},
        {is_tuning && (options->has_sprt || arguments->format >= 0),
         "tune cannot be combined with --sprt, --format"},
        {is_tuning && options->spsa.count == 0, "tune: expected --parameter"},
        {is_tuning && options->schedule.games % 2 != 0, "tune: expected an even number of --games"},
        {!is_tuning && (options->spsa.count > 0 || options->spsa.rate != DEFAULT_RATE),
         "--parameter and --rate are options of dihedra match tune"},
        {!is_tuning && options->schedule.engines == 1, "--engine: expected at least two"},
        {!is_list && !(has_black && has_white),
         "expected --black COMMAND and --white COMMAND, or --engine NAME=COMMAND twice or more"},
        {!is_list && arguments->format >= 0, "--format needs --engine"},
        {has_file && options->random_plies > 0,
         "--openings cannot be combined with --random-opening"},
        {!has_file && options->opening_moves > 0, "--opening-moves needs --openings"},
        {arguments->each.name != NULL, "--each: name=NAME names a single engine"},
        {options->handicap > 0 && (has_file || options->random_plies > 0),
         "--handicap cannot be combined with openings, which have theirs"},
        {options->has_sprt && options->schedule.engines > 2, "--sprt is for two engines"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        if (CASES[i].is_wrong) {
            return status_fail(status, "%s", CASES[i].message);
        }
    }
    return true;
}

static bool settle(MatchArguments *arguments, Status *status) {
    MatchOptions *options = &arguments->options;
    MatchGameOptions *game = &options->game;
    const int side = options->size, most = handicap_fixed_max(side, side);
    if (!check_together(arguments, status) || !settle_engines(arguments, status)) {
        return false;
    }
    options->komi = !isnan(options->komi)   ? options->komi
                    : options->handicap > 0 ? HANDICAP_KOMI
                                            : DEFAULT_KOMI;
    game->wants_reports = options->sgf_folder != NULL || game->resign_moves > 0;
    game->move_limit =
        game->move_limit > 0 ? game->move_limit : DEFAULT_MOVES_A_POINT * side * side;
    return options->handicap <= most ||
           status_fail(status, "--handicap %d: at most %d stones on a %dx%d board",
                       options->handicap, most, side, side);
}

bool match_options_read(int argc, char **argv, MatchOptions *options, Status *status) {
    const bool is_tuning = argc > 1 && strcmp(argv[1], "tune") == 0;
    MatchArguments arguments = {
        .options = {.schedule = {.games = 1},
                    .game = {.hang = DEFAULT_HANG},
                    .size = DEFAULT_SIZE,
                    .komi = NAN,
                    .rules = &RULE_SETS[0].rules,
                    .is_tuning = is_tuning,
                    .spsa = {.rate = DEFAULT_RATE},
                    .jobs = 1,
                    .error_path = OS_NULL_FILE},
        .sides = {{.options = ENGINE_SETTINGS_NONE}, {.options = ENGINE_SETTINGS_NONE}},
        .each = ENGINE_SETTINGS_NONE,
        .format = -1};
    const OptionGroup groups[] = {{.options = OPTIONS, .target = &arguments}, {0}};
    const bool ok = option_read(groups, argc - is_tuning, argv + is_tuning, status) &&
                    settle(&arguments, status);
    engine_settings_free(&arguments.each);
    *options = arguments.options;
    return ok;
}

void match_options_free(MatchOptions *options) {
    for (int i = 0; i < options->schedule.engines; i++) {
        engine_settings_free(&options->match_engines[i].options);
    }
}

/* ---- Settings ---- */

json_t *match_options_settings(const MatchOptions *options, const Openings *openings) {
    json_t *engines = json_new_array();
    for (int i = 0; i < options->schedule.engines; i++) {
        json_add_value(engines, match_engine_json(&options->match_engines[i]));
    }
    json_t *json = json_new_packed(
        "{s:i, s:o, s:s, s:b, s:i, s:o, s:s, s:i, s:o, s:o, s:i, s:I, s:i, s:b, s:b, s:o, "
        "s:o}",
        "dihedra_match", 5, "engines", engines, "format", FORMATS[options->schedule.format],
        "alternate", options->schedule.alternate, "size", options->size, "komi",
        json_new_figure(options->komi, 6), "rules", options->rules->name, "handicap",
        options->handicap, "hang", json_new_figure(options->game.hang, 3), "openings",
        options->openings_path == NULL ? json_null()
                                       : json_sprintf("%016" PRIx64, openings_checksum(openings)),
        "random_opening", options->random_plies, "seed", (json_int_t)options->seed, "move_limit",
        options->game.move_limit, "no_dead", options->game.all_alive, "restart", options->restart,
        "resign",
        options->game.resign_moves == 0
            ? json_null()
            : json_new_packed("[i, o]", options->game.resign_moves,
                              json_new_figure(options->game.resign_percent, 3)),
        "sprt",
        options->has_sprt
            ? json_new_packed("{s:o, s:o}", "elo0", json_new_figure(options->sprt.elo0, 6), "elo1",
                              json_new_figure(options->sprt.elo1, 6))
            : json_null());
    if (options->is_tuning) {
        json_set_value(json, "tune", tune_settings(&options->spsa));
    }
    return json;
}

bool match_options_start_game(const MatchOptions *options, const Openings *openings,
                              const ScheduledGame *scheduled, Game *game, Status *status) {
    game_set_rules(game, options->rules);
    game->komi = options->komi;
    if (scheduled->opening != SCHEDULE_NO_OPENING) {
        return opening_start(openings, scheduled->opening, game, status);
    }
    Point points[CELL_COUNT_MAX];
    if (options->handicap > 0) {
        handicap_fixed_points(options->size, options->handicap, points);
    }
    return game_clear(game, options->size, options->size, status) &&
           (options->handicap == 0 || game_place_handicap(game, points, options->handicap, status));
}
