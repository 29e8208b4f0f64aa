#include "regress/review/options.h"

#include <stddef.h>
#include <stdio.h>

#include "engine/base/options.h"
#include "regress/engine/engine_process.h"

static const char USAGE[] =
    "usage: dihedra analyze FILE.sgf [OPTION...]\n"
    "\n"
    "Asks an engine about every position of a game (the main line of the record) and says what\n"
    "each move lost: the value of the best move before it minus the value of the position after\n"
    "it, in win rate and points, from the player's side. Prints a table with Black's win rate\n"
    "and a summary of both players, with the rank (dihedra --rank) that each plays like.\n"
    "\n";

static const char NOTES[] =
    "\n"
    "This program's engine makes N visits. KataGo and others do not limit an analysis: they\n"
    "report every hundredth of a second, and the last report with at most N visits counts. If\n"
    "even the first has more, the engine is told to forget what it kept (clear_cache), then to\n"
    "search with maxVisits N (kata-set-param, kata-search_analyze_cancellable); if it cannot,\n"
    "that is an error.\n"
    "\n"
    "The rules are those of the record, if they are known, else Tromp-Taylor or what the\n"
    "engine is set to. JSON: file, name and version (of the engine), width, height, komi,\n"
    "handicap, rules (null: unknown), blunder_win_rate; black and white with moves, agreeing\n"
    "(moves that the engine would have played), mistakes, blunders, mean_loss_win_rate,\n"
    "mean_loss_points (a gain counts as 0), worst_moves and rank (null: unknown) with rank,\n"
    "low, high and moves: with 90% the player's rank lies from low to high; moves with move,\n"
    "color, vertex, agrees, loss_win_rate, loss_points (null: unknown) and grade (blunder,\n"
    "mistake, find or null); positions with after_move (how many moves were played), to_move,\n"
    "visits, black_win_rate, black_score_points, best, best_visits, best_black_win_rate,\n"
    "best_black_score_points and pv. Win rates are 0 to 1.\n"
    "\n"
    "Exit status: 0 if all was analysed and written, 1 if the engine failed or a file could\n"
    "not be written, 2 if an option or the record is wrong, 128 + N after signal N. Each file\n"
    "is written whole or not at all.\n";

/* Checks an option for this program's engine and adds it to the engine's command line. */
static bool read_own(void *target, const char *name, char **values, Status *status) {
    AnalyzeOptions *options = target;
    if (!options->check_own(name, values[0], status)) {
        return false;
    }
    text_add(&options->own, " %s ", name);
    engine_process_quote(&options->own, values[0]);
    return true;
}

#define FIELD(member) offsetof(AnalyzeOptions, member)

// clang-format off
static const Option OPTIONS[] = {
    {.name = "FILE.sgf", .kind = OPTION_TEXT, .is_required = true, .offset = FIELD(file)},
    {.name = "--out", .argument = "FILE.sgf", .kind = OPTION_TEXT, .offset = FIELD(out),
     .help = "writes the record with comments, values and better moves, for Sabaki, GoGui and others"},
    {.name = "--html", .argument = "FILE", .kind = OPTION_TEXT, .offset = FIELD(html),
     .help = "writes a page with the board, graphs and lines of play; it needs only a browser"},
    {.name = "--json", .kind = OPTION_FLAG, .offset = FIELD(json),
     .help = "prints one JSON object instead of the table"},
    {.name = "--visits", .argument = "N", .kind = OPTION_WHOLE, .whole = {1, 1000000000}, .offset = FIELD(visits),
     .help = "at most N visits for each position, those kept from earlier positions included (default 500); see below"},
    {.name = "--seconds", .argument = "S", .kind = OPTION_REAL, .real = {0.01, 1e6}, .offset = FIELD(seconds),
     .help = "seconds for each position, instead of visits; with both, whichever is reached first"},
    {.name = "--from", .argument = "M", .kind = OPTION_WHOLE, .whole = {1, 1000000}, .offset = FIELD(from),
     .help = "judges the moves from move M on (default 1)"},
    {.name = "--to", .argument = "N", .kind = OPTION_WHOLE, .whole = {1, 1000000}, .offset = FIELD(to),
     .help = "judges the moves up to move N (default: the last one)"},
    {.name = "--blunder", .argument = "P", .kind = OPTION_REAL, .real = {0.1, 100}, .offset = FIELD(blunder),
     .help = "a move that loses at least P percent of win rate is a blunder, and at least half of that a mistake, "
             "unless the engine would have played it too; a move that gains P over what the engine expected is a "
             "find (default 20)"},
    {.name = "--engine", .argument = "COMMAND", .kind = OPTION_TEXT, .offset = FIELD(engine),
     .help = "an engine that knows kata-analyze and reports win rates for the side to move, such as 'katago gtp "
             "-config C -model M', or one that analyses several positions at once: 'katago analysis ...', 'dihedra "
             "analysis ...' (default: this program)"},
    {.name = "--threads", .argument = "T, ...", .kind = OPTION_FOUND,
     .help = "parameters for this program's engine: dihedra help parameters"},
    {.name = "--timeout", .argument = "S", .kind = OPTION_REAL, .real = {0.001, 1e6}, .offset = FIELD(timeout),
     .help = "seconds for any answer, and to reach N visits (default 600)"},
    {.name = "--stderr", .argument = "FILE", .kind = OPTION_TEXT, .offset = FIELD(error_path),
     .help = "appends the engine's standard error to the file (default: standard error, or nowhere if progress is "
             "shown on a terminal)"},
    {.name = "--help", .letter = "-h", .kind = OPTION_HELP, .offset = FIELD(help), .help = "this text"},
    {0},
};
// clang-format on

static bool check(const AnalyzeOptions *options, Status *status) {
    if (options->engine != NULL && options->own.length > 0) {
        return status_fail(status,
                           "these options are for this program's own engine, not for "
                           "--engine:%.100s",
                           text_get(&options->own));
    }
    return options->to == 0 || options->from <= options->to ||
           status_fail(status, "--from %lld comes after --to %lld", (long long)options->from,
                       (long long)options->to);
}

void analyze_options_help(void) {
    fputs(USAGE, stdout);
    option_print_help(OPTIONS, stdout);
    fputs(NOTES, stdout);
}

static bool find_own(void *target, const char *name, Option *option) {
    const AnalyzeOptions *options = target;
    Status status;
    *option = (Option){.name = name, .argument = "VALUE", .kind = OPTION_CALL, .read = read_own};
    return options->check_own(name, NULL, &status);
}

bool analyze_options_read(int argc, char **argv, AnalyzeOwnOption *check_own,
                          AnalyzeOptions *options, Status *status) {
    *options = (AnalyzeOptions){.check_own = check_own, .from = 1, .blunder = 20, .timeout = 600};
    const OptionGroup groups[] = {{OPTIONS, options, find_own}, {0}};
    return option_read(groups, argc, argv, status) && (options->help || check(options, status));
}
