#include "regress/review/options.h"

#include <stddef.h>
#include <string.h>

#include "engine/base/number.h"
#include "engine/search/parameter.h"

const char ANALYZE_HELP[] =
    "usage: dihedra analyze FILE.sgf [OPTION...]\n"
    "\n"
    "Asks an engine about every position of a game (the main line of the record) and says what\n"
    "each move lost: the value of the best move before it less the value of the position after\n"
    "it, in win rate and points, from the side of the player. Prints a table with Black's win\n"
    "rate and the summary of both players.\n"
    "\n"
    "  --out FILE.sgf     writes the record with comments, values and what should have been\n"
    "                     played, for Sabaki, GoGui and others\n"
    "  --html FILE        writes a page with the board, graphs and lines of play; needs nothing\n"
    "                     but a browser\n"
    "  --json             prints one JSON object in place of the table\n"
    "  --visits N         of each position, at most, those kept from the positions before\n"
    "                     included (default 500); see below\n"
    "  --seconds S        for each position, in place of visits; with both, what is reached first\n"
    "  --from M, --to N   judges moves M to N only\n"
    "  --blunder P        a move that loses P percent of win rate or more is a blunder, one that\n"
    "                     loses half of that a mistake, unless the engine would have played it\n"
    "                     too; one that gains P on what the engine expected a find (default 20)\n"
    "  --engine COMMAND   an engine that knows kata-analyze and tells win rates for the side to\n"
    "                     move, such as 'katago gtp -config C -model M' (default: this program)\n"
    "  --threads T, ...   parameters for this program's engine: dihedra help parameters\n"
    "  --timeout S        seconds for any answer, and to reach N visits (default 600)\n"
    "  --stderr FILE      appends the engine's standard error to the file; else it goes where\n"
    "                     that of dihedra goes, unless a terminal shows the progress there\n"
    "  --help             this text\n"
    "\n"
    "This program's engine makes N visits. KataGo and others do not limit an analysis: they "
    "report\n"
    "every hundredth of a second, and the last report with at most N visits counts. If even the\n"
    "first has more, the engine is told to forget what it kept (clear_cache), then to search with\n"
    "maxVisits N (kata-set-param, kata-search_analyze_cancellable); if it cannot, that is an "
    "error.\n"
    "\n"
    "The rules are those that the record names, if they are known, else Tromp-Taylor or what the\n"
    "engine is set to. JSON: file, name and version (of the engine), width, height, komi,\n"
    "handicap, rules (null: not known), blunder_win_rate; black and white with moves, agreeing\n"
    "(moves that the engine would have played), mistakes, blunders, mean_loss_win_rate,\n"
    "mean_loss_points (a gain counts as 0) and worst_moves; moves with move, color, vertex,\n"
    "agrees, loss_win_rate, loss_points (null: not known) and grade (blunder, mistake, find or\n"
    "null); positions with after_move (so many moves were played), to_move, visits,\n"
    "black_win_rate, black_score_points, best, best_visits, best_black_win_rate,\n"
    "best_black_score_points and pv. Win rates are 0 to 1.\n"
    "\n"
    "Exit status: 0 where all was analysed and written, 1 where the engine failed or a file could\n"
    "not be written, 2 where an option or the record is wrong, 128 + N after signal N. A file "
    "that\n"
    "was to be written holds all of it or what it held before.\n";

typedef struct {
    const char *name;
    size_t offset; /* in AnalyzeOptions: of a text, or of a bool where it takes no value */
    bool has_value;
    bool (*read)(AnalyzeOptions *options, const char *name, const char *value, Status *status);
} OptionReader;

static bool read_visits(AnalyzeOptions *o, const char *name, const char *value, Status *status) {
    return number_read_integer(name, value, 1, 1000000000, &o->visits, status);
}

static bool read_seconds(AnalyzeOptions *o, const char *name, const char *value, Status *status) {
    return number_read_real(name, value, 0.01, 1e6, &o->seconds, status);
}

static bool read_from(AnalyzeOptions *o, const char *name, const char *value, Status *status) {
    return number_read_integer(name, value, 1, 1000000, &o->from, status);
}

static bool read_to(AnalyzeOptions *o, const char *name, const char *value, Status *status) {
    return number_read_integer(name, value, 1, 1000000, &o->to, status);
}

static bool read_blunder(AnalyzeOptions *o, const char *name, const char *value, Status *status) {
    return number_read_real(name, value, 0.1, 100, &o->blunder, status);
}

static bool read_timeout(AnalyzeOptions *o, const char *name, const char *value, Status *status) {
    return number_read_real(name, value, 0.001, 1e6, &o->timeout, status);
}

static const OptionReader READERS[] = {
    {"--out", offsetof(AnalyzeOptions, out), true, NULL},
    {"--html", offsetof(AnalyzeOptions, html), true, NULL},
    {"--engine", offsetof(AnalyzeOptions, engine), true, NULL},
    {"--stderr", offsetof(AnalyzeOptions, error_path), true, NULL},
    {"--json", offsetof(AnalyzeOptions, json), false, NULL},
    {"--help", offsetof(AnalyzeOptions, help), false, NULL},
    {"--visits", 0, true, read_visits},
    {"--seconds", 0, true, read_seconds},
    {"--from", 0, true, read_from},
    {"--to", 0, true, read_to},
    {"--blunder", 0, true, read_blunder},
    {"--timeout", 0, true, read_timeout},
};

static const OptionReader *find_reader(const char *name) {
    for (size_t i = 0; i < sizeof READERS / sizeof READERS[0]; i++) {
        if (strcmp(READERS[i].name, name) == 0) {
            return &READERS[i];
        }
    }
    return NULL;
}

static bool read_option(AnalyzeOptions *options, const OptionReader *reader, const char *value,
                        Status *status) {
    char *place = (char *)options + reader->offset;
    if (reader->read != NULL) {
        return reader->read(options, reader->name, value, status);
    }
    if (reader->has_value) {
        *(const char **)(void *)place = value;
    } else {
        *(bool *)place = true;
    }
    return true;
}

/* A parameter of the search is checked here and handed on to the engine. */
static bool read_parameter(AnalyzeOptions *options, const char *name, const Parameter *parameter,
                           const char *value, Status *status) {
    PlayerOptions scratch = player_default_options();
    if (!parameter_set(parameter, &scratch, value, status)) {
        return false;
    }
    text_add(&options->own, " %s %s", name, value);
    return true;
}

/* Reads argv[*index], with its value if it has one, and moves on. */
static bool read_argument(AnalyzeOptions *options, int argc, char **argv, int *index,
                          Status *status) {
    const char *name = argv[(*index)++];
    if (strncmp(name, "--", 2) != 0) {
        const bool is_first = options->file == NULL;
        options->file = name;
        return is_first || status_fail(status, "expected one record, got %.60s too", name);
    }
    const OptionReader *reader = find_reader(name);
    const Parameter *parameter = reader == NULL ? parameter_find(name + 2) : NULL;
    if (reader == NULL && parameter == NULL) {
        return status_fail(status, "unknown option %.60s", name);
    }
    if (reader != NULL && !reader->has_value) {
        return read_option(options, reader, NULL, status);
    }
    if (*index == argc) {
        return status_fail(status, "%s: a value is missing", name);
    }
    const char *value = argv[(*index)++];
    return reader != NULL ? read_option(options, reader, value, status)
                          : read_parameter(options, name, parameter, value, status);
}

static bool check(const AnalyzeOptions *options, Status *status) {
    if (options->file == NULL) {
        return status_fail(status, "expected a record, FILE.sgf");
    }
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

bool analyze_options_read(int argc, char **argv, AnalyzeOptions *options, Status *status) {
    *options = (AnalyzeOptions){.from = 1, .blunder = 20, .timeout = 600};
    for (int i = 1; i < argc;) {
        if (!read_argument(options, argc, argv, &i, status)) {
            return false;
        }
    }
    return options->help || check(options, status);
}
