#include "regress/review/options.h"

#include "engine/base/command_line.h"
#include "engine/base/member.h"
#include "engine/base/team.h"
#include "regress/engine/engine_client.h"

static const char USAGE[] =
    "usage: dihedra analyze FILE.sgf|FOLDER... [OPTION...]\n"
    "\n"
    "Asks an engine about every position of a game (the main line of the record) and says what\n"
    "each move lost: the value of the best move before it minus the value of the position after\n"
    "it, in points and win rate, from the player's side. Prints a table with Black's win rate\n"
    "and a summary of both players.\n"
    "All positions are searched first, then those around mistakes deeper.\n"
    "\n"
    "Several files, those of a folder and of folders below it (but for NAME.review.sgf), or the\n"
    "games of one player get a page for each game and an index: losses by phase and color over\n"
    "time, and mistakes that occur more than once (in the same surroundings, however turned). So\n"
    "do the games of one file if --html ends in a slash. Games that were done are not searched\n"
    "again.\n";

static const char NOTES[] =
    "This program's engine makes N visits. KataGo and others do not limit an analysis: they\n"
    "report every hundredth of a second, and the last report with at most N visits counts. If\n"
    "even the first has more, the engine is told to forget what it kept (clear_cache).\n"
    "\n"
    "A move is a blunder, a serious mistake, a mistake, an inaccuracy or a slip if it loses 12,\n"
    "6, 3, 1.5 or 0.5 points, or 30, 20, 10, 5 or 2% of win rate. The engine's own choice loses\n"
    "nothing. In a game that is nearly decided points count less: they are multiplied by\n"
    "openness, 2 times the root of W(1 - W) for a win rate W, of the more open position before\n"
    "or after the move. A find is a move that gains what an inaccuracy loses.\n"
    "\n"
    "Moves that miss the same point, with at most 20 moves between two of them, or whose missed\n"
    "moves answer each other, are an episode: one mistake of each color that made it, counted by\n"
    "its greatest loss. At most three mistakes of each color are key mistakes, by what they lost\n"
    "on the scale of the game, each in another place or for another reason. This program's engine\n"
    "proves reasons where it can: captures and threats of captures by reading, deaths of groups\n"
    "and sekis by search. Otherwise the report estimates from its ownership which points change "
    "hands, but\n"
    "not in words to a player of 15 kyu or weaker (BR or WR).\n"
    "\n"
    "Where a position has less than 200 visits, a loss within the spread of the values of the\n"
    "candidates is no mistake.\n"
    "\n"
    "Ctrl-C ends the search; the reports are then about the moves before the first position\n"
    "that was not searched.\n"
    "\n"
    "The rules are those of the record, if they are known, else Tromp-Taylor or what the engine\n"
    "is set to. JSON: file, name and version (of the engine), width, height, komi, handicap,\n"
    "rules (null: unknown), points and rates (the thresholds); black and white with key_moves,\n"
    "moves, agreeing (the engine's choices), grades (how many finds and episodes have each),\n"
    "mean_loss_win_rate, mean_loss_points (a gain counts as 0), phases (opening, middle game and\n"
    "endgame, with moves and loss_points), worst_moves; moves with move, color,\n"
    "vertex, agrees, ends_game (a pass that loses nothing since the game is over),\n"
    "loss_win_rate, loss_points (null: unknown), uncertainty_win_rate and uncertainty_points (of\n"
    "them), openness, grade (or null), episode (its first and last move; null: no loss), of the\n"
    "worst move of a color in an episode left (first, last and by_both: how long the point that\n"
    "it missed was left; null: another move is worse) and reason (null: none is known): kind\n"
    "(rescue, capture, life, death, seki, eyes, race, cut, vain, double, threat, idle, gote,\n"
    "sente or territory), proved, owner of the stones, or whose the points become, how (atari, "
    "ladder,\n"
    "net, snapback or null), ko, threat (the move that threatens, or null), stones, also (of the\n"
    "second chain of a double threat or a cut, or the one that wins the race), line (whose first\n"
    "move the other color makes), assumed (walls that the proof takes to stand); of the last\n"
    "three points, where and area;\n"
    "positions with after_move (how many moves were played), to_move, visits, black_win_rate,\n"
    "black_score_points and candidates, the best first, with move, visits, black_win_rate,\n"
    "black_score_points, prior and pv. Win rates are 0 to 1. Of several games: player, key_moves,\n"
    "games with page, file, black_name, white_name, date, result, color (the player's, or null),\n"
    "moves, black and white as above; repeated with shape (x the mover's stones, o the other's,\n"
    "# off the board), loss_points and mistakes.\n"
    "\n"
    "Exit status: 0 if all was analysed and written, 1 if the engine failed or a file could\n"
    "not be written, 2 if an option or the record is wrong, 128 + N after signal N. Each file\n"
    "is written whole or not at all.\n";

static bool read_with_engine(void *target, const char *name, char **values, Status *status) {
    AnalyzeOptions *options = target;
    (void)name, (void)status;
    options->with_engine = true;
    options->engine_page = values[0];
    return true;
}

/* Adds an option for this program's engine to the engine's command line. */
static bool read_model(void *target, const char *name, char **values, Status *status) {
    AnalyzeOptions *options = target;
    (void)status; /* the engine says what is wrong with it */
    text_add(&options->own, " %s ", name);
    command_line_quote(&options->own, values[0]);
    return true;
}

/* Checks the value, and reads it. */
static bool read_own(void *target, const char *name, char **values, Status *status) {
    const AnalyzeOptions *options = target;
    return options->check_own(name, values[0], status) && read_model(target, name, values, status);
}

// clang-format off
static const Option OPTIONS[] = {
    {.name = "FILE.sgf", .is_required = true, OPTION_LIST_IN(AnalyzeOptions, paths)},
    {.name = "--out", .argument = "FILE.sgf", OPTION_TEXT_IN(AnalyzeOptions, out),
     .help = "writes the record with comments, values and better moves, for Sabaki, GoGui and others. Of several games: how "
             "the names end beside theirs, as .review.sgf"},
    {.name = "--html", .argument = "FILE", OPTION_TEXT_IN(AnalyzeOptions, html),
     .help = "writes a page with the board, graphs and lines of play; it needs only a browser. Of several games: a "
             "folder, for the pages, index.html and what --resume keeps"},
    {.name = "--with-engine", .kind = OPTION_CALL, .read = read_with_engine,
     .help = "puts this program's engine into the page, so that its reader can ask it: 6 MB more. The engine comes from "
             "dihedra.html, which make web builds and make install puts into share/dihedra; --with-engine=FILE takes another"},
    {.name = "--player", .argument = "NAME", OPTION_TEXT_IN(AnalyzeOptions, player),
     .help = "takes the games of this player (PB or PW) alone, and only this side's mistakes into the index"},
    {.name = "--json", OPTION_FLAG_IN(AnalyzeOptions, json),
     .help = "prints one JSON object instead of the table"},
    {.name = "--visits", .argument = "N", .integer = {1, 1000000000}, OPTION_INT64_IN(AnalyzeOptions, visits),
     .help = "at most N visits for each position, those kept from earlier positions included (default 200); see below"},
    {.name = "--seconds", .argument = "S", .real = {0.01, 1e6}, OPTION_REAL_IN(AnalyzeOptions, seconds),
     .help = "seconds for each position, instead of visits; with both, whichever is reached first"},
    {.name = "--game", .argument = "N", .integer = {1, 1000000}, OPTION_INT_IN(AnalyzeOptions, game),
     .help = "reviews game N of a record that holds several (default: the first)"},
    {.name = "--from", .argument = "M", .integer = {1, 1000000}, OPTION_INT64_IN(AnalyzeOptions, from),
     .help = "judges the moves from move M on (default 1)"},
    {.name = "--to", .argument = "N", .integer = {1, 1000000}, OPTION_INT64_IN(AnalyzeOptions, to),
     .help = "judges the moves up to move N (default: the last one)"},
    {.name = "--deep", .argument = "K", .real = {0, 1000}, OPTION_REAL_IN(AnalyzeOptions, deep),
     .help = "then searches three eighths of the positions, those around the moves that changed the game most, with K "
             "times the visits or seconds (default 5; 0: no deeper search)"},
    {.name = "--resume", .argument = "FILE", OPTION_TEXT_IN(AnalyzeOptions, resume),
     .help = "keeps what was searched in the file, and goes on from there if the file exists"},
    {.name = "--engine", .argument = "COMMAND", OPTION_TEXT_IN(AnalyzeOptions, engine),
     .help = "an engine that knows kata-analyze and reports win rates for the side to move, such as 'katago gtp "
             "-config C -model M' (default: this program)"},
    {.name = "--model", .argument = "FILE", .kind = OPTION_CALL, .read = read_model,
     .help = "a KataGo network for this program's engine, inside or none (default as in dihedra help)"},
    {.name = "--jobs", .alias = "-j", .argument = "N", .integer = {1, TEAM_MAX}, OPTION_INT_IN(AnalyzeOptions, engines),
     .help = "engines at a time on each machine (default 1)"},
    {.name = "--threads", .argument = "T, ...", .kind = OPTION_FOUND,
     .help = "parameters for this program's engine: dihedra help parameters"},
    {.name = "--timeout", .argument = "S", .real = {0.001, 1e6}, OPTION_REAL_IN(AnalyzeOptions, timeout),
     .help = "seconds for any answer, and to reach N visits (default 600)"},
    {.name = "--stderr", .argument = "FILE", OPTION_TEXT_IN(AnalyzeOptions, error_path),
     .help = "appends the engine's standard error to the file (default: standard error, or nowhere if progress is "
             "shown on a terminal)"},
    {0},
};
// clang-format on

const CommandHelp ANALYZE_HELP = {
    "analyze", "reviews a game: what each move lost, what was better", USAGE, {OPTIONS}, NOTES};

static bool find_own(void *target, const char *name, Option *option) {
    const AnalyzeOptions *options = target;
    Status status;
    *option = (Option){.name = name, .argument = "VALUE", .kind = OPTION_CALL, .read = read_own};
    return options->check_own(name, NULL, &status);
}

bool analyze_options_read(int argc, char **argv, AnalyzeOwnOption *check_own,
                          AnalyzeOptions *options, Status *status) {
    *options = (AnalyzeOptions){.check_own = check_own, .from = 1, .deep = 5, .timeout = 600};
    const OptionGroup groups[] = {{OPTIONS, options, find_own}, {0}};
    if (!option_read(groups, argc, argv, status)) {
        return false;
    }
    if (options->engine != NULL && options->own.length > 0) {
        return status_fail(status,
                           "these options are for this program's own engine, not for "
                           "--engine:%.100s",
                           text_get(&options->own));
    }
    if (options->with_engine && options->html == NULL) {
        return status_fail(status, "--with-engine is for the page of --html");
    }
    return options->to == 0 || options->from <= options->to ||
           status_fail(status, "--from %lld comes after --to %lld", (long long)options->from,
                       (long long)options->to);
}
