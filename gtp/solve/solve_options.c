#include "gtp/solve/solve_options.h"

#include <ctype.h>
#include <stdlib.h>

#include "engine/base/file.h"
#include "engine/base/member.h"
#include "engine/base/os/files.h"
#include "engine/base/os/system.h"
#include "engine/base/team.h"
#include "engine/go/sgf/record.h"
#include "gtp/subcommands.h"

enum { MEGABYTES_MAX = 1 << 20 };

static const char *const SWITCH_NAMES[] = {"off", "on", NULL};
static const char *const COLOR_NAMES[] = {"b", "w", NULL};

static bool check_rules(const Rules *rules, const char *where, const char *name, Status *status) {
    return rules_count_plain_area(rules) ||
           status_fail(
               status,
               "%.120s: only area scoring without a tax or a button can be solved, not %.120s",
               where, name);
}

static bool read_rules(void *target, const char *name, char **values, Status *status) {
    SolveOptions *options = target;
    options->has_rules = true;
    return rules_read(values[0], &options->rules)
               ? check_rules(&options->rules, name, values[0], status)
               : rules_fail_unknown(name, values[0], status);
}

static const char USAGE[] =
    "usage: dihedra solve WxH|FILE.sgf [OPTION...]\n"
    "\n"
    "Finds the score of a small board, or of the position that a record ends with, by best play\n"
    "of both sides: area scoring without a tax or a button, komi 0, the game ends with two\n"
    "passes. History begins with the position. Scores are Black's points minus White's. Up to 20\n"
    "empty points take seconds, 25 an hour or more.\n";

static const char NOTES[] =
    "SIGINT and SIGTERM end the search; the bounds found so far are printed, and a checkpoint is\n"
    "written. Exit status: 0 if the question was answered, and proved if that was wanted, 130 if\n"
    "the search or the proof was ended, 1 if something failed, such as --proof, 2 if an option or\n"
    "the position is wrong.\n";

// clang-format off
static const Option OPTIONS[] = {
    {.name = "WxH|FILE.sgf", .is_required = true, OPTION_TEXT_IN(SolveOptions, position)},
    {.name = "--rules", .argument = "NAME", .kind = OPTION_CALL, .read = read_rules,
     .help = "a set of rules, for its ko rule and suicide (default: the record's, or tromp-taylor)"},
    {.name = "--ko", .argument = "psk|ssk|simple", .names = SOLVE_KO_NAMES, OPTION_NAME_IN(SolveOptions, ko),
     .help = "positional or situational superko, or simple ko with repetition as a draw"},
    {.name = "--suicide", .argument = "on|off", .names = SWITCH_NAMES, OPTION_NAME_IN(SolveOptions, suicide),
     .help = "whether suicide is legal"},
    {.name = "--to-move", .argument = "b|w", .names = COLOR_NAMES, OPTION_NAME_IN(SolveOptions, to_move),
     .help = "who moves first"},
    {.name = "--at-least", .argument = "N", .integer = {-64, 64}, OPTION_INT_IN(SolveOptions, at_least),
     .help = "asks only whether Black reaches N points more than White"},
    {.name = "--first", .argument = "VERTEX", OPTION_TEXT_IN(SolveOptions, first),
     .help = "solves the position after this move"},
    {.name = "--threads", .argument = "T", .integer = {1, TEAM_MAX}, OPTION_INT_IN(SolveOptions, threads),
     .help = "threads (default 1)"},
    {.name = "--mb", .argument = "N", .integer = {1, MEGABYTES_MAX}, OPTION_INT_IN(SolveOptions, megabytes),
     .help = "size of the table (default: what suits the board, 1 to 4096)"},
    {.name = "--proof", .argument = "FILE", OPTION_TEXT_IN(SolveOptions, proof),
     .help = "proves the bounds, and writes a proof for dihedra verify"},
    {.name = "--from-proof", .argument = "FILE", OPTION_TEXT_IN(SolveOptions, from_proof),
     .help = "with --proof: begins with this proof, made perhaps under another ko rule"},
    {.name = "--checkpoint", .argument = "FILE", OPTION_TEXT_IN(SolveOptions, checkpoint),
     .help = "continues from this file if it exists, and writes it from time to time. A proof under superko that begins "
             "under simple ko has FILE.simple for that part"},
    {.name = "--json", OPTION_FLAG_IN(SolveOptions, json), .help = "one JSON object on standard output"},
    {0},
};
// clang-format on

const CommandHelp SOLVE_HELP = {
    "solve", "finds the exact score of a small board or a late position", USAGE, {OPTIONS}, NOTES};

bool solve_options_may_begin_under_simple_ko(const SolveOptions *options) {
    return options->proof != NULL && options->from_proof == NULL && options->rules.ko != KO_SIMPLE;
}

Text solve_options_simple_path(const char *path) {
    return text_new("%s.simple", path);
}

/* No file may be written twice, or over the record. */
static bool check_output_files(const SolveOptions *options, Status *status) {
    Text checkpoint = {0};
    if (solve_options_may_begin_under_simple_ko(options) && options->checkpoint != NULL) {
        checkpoint = solve_options_simple_path(options->checkpoint);
    }
    const FilePlace places[] = {
        {"the record", options->position},
        {"--proof", options->proof},
        {"--checkpoint", options->checkpoint},
        {"the checkpoint under simple ko", checkpoint.length > 0 ? text_get(&checkpoint) : NULL}};
    const bool ok = file_check_apart(places, sizeof places / sizeof places[0], status);
    text_free(&checkpoint);
    return ok;
}

/* The work of an earlier run must not be the victim of this one. */
static bool check_unfinished(const SolveOptions *options, Status *status) {
    Text path = text_new("%s.unfinished", options->proof == NULL ? "" : options->proof);
    const bool ok =
        options->proof == NULL || !os_exists(text_get(&path)) ||
        (options->from_proof != NULL && file_is_same(options->from_proof, text_get(&path))) ||
        status_fail(status, "--proof: %.120s of an earlier run exists; --from-proof continues it",
                    text_get(&path));
    text_free(&path);
    return ok;
}

bool solve_options_read(SolveOptions *options, int argc, char **argv, Status *status) {
    *options = (SolveOptions){.rules = RULE_SETS[0].rules,
                              .ko = -1,
                              .suicide = -1,
                              .to_move = -1,
                              .at_least = SOLVE_NO_TARGET,
                              .threads = 1};
    const OptionGroup groups[] = {{.options = OPTIONS, .target = options}, {0}};
    if (!option_read(groups, argc, argv, status)) {
        return false;
    }
    const char *why = options->from_proof == NULL   ? NULL
                      : options->proof == NULL      ? "needs --proof"
                      : options->checkpoint != NULL ? "cannot be combined with --checkpoint"
                      : options->at_least != SOLVE_NO_TARGET ? "cannot be combined with --at-least"
                                                             : NULL;
    return why == NULL || status_fail(status, "--from-proof %s", why);
}

/* ---- The position ---- */

/* Returns false if the text is not WxH. A side that is out of range is 0. */
static bool read_size(const char *text, int *width, int *height) {
    char *x, *end;
    const long w = strtol(text, &x, 10);
    if (!isdigit((unsigned char)text[0]) || *x != 'x' || !isdigit((unsigned char)x[1])) {
        return false;
    }
    const long h = strtol(x + 1, &end, 10);
    *width = w <= BOARD_SIDE_MAX ? (int)w : 0;
    *height = h <= BOARD_SIDE_MAX ? (int)h : 0;
    return *end == '\0';
}

/* Its rules are those of the record, unless others were given. */
static bool load_record(SolveOptions *options, SolvePosition *position, Status *status) {
    Game *game = game_new(HASH_DEFAULT_SEED);
    if (game == NULL) {
        return status_fail(status, "out of memory");
    }
    game->rules = options->rules;
    const bool ok =
        record_load(game, options->position, (RecordStop){0}, options->has_rules, status) &&
        check_rules(&game->rules, options->position, game->rules.name, status);
    if (ok) {
        options->rules = game->rules;
        position->width = game->geometry->width;
        position->height = game->geometry->height;
        position->to_move = game->board.to_move;
        position->ko = game->board.ko;
        board_get_cells(&game->board, position->cells);
    }
    game_free(game);
    return ok;
}

bool solve_options_position(SolveOptions *options, SolvePosition *position, Status *status) {
    *position = (SolvePosition){.to_move = BLACK, .ko = POINT_NONE, .first = POINT_NONE};
    memset(position->cells, EMPTY, sizeof position->cells);
    if (read_size(options->position, &position->width, &position->height)) {
        if (position->width == 0 || position->height == 0) {
            return status_fail(status, "%.40s: a side of a board has 1 to %d points",
                               options->position, BOARD_SIDE_MAX);
        }
    } else if (!load_record(options, position, status)) {
        return false;
    }
    options->rules.ko = options->ko < 0 ? options->rules.ko : (KoRule)options->ko;
    options->rules.suicide = options->suicide < 0 ? options->rules.suicide : options->suicide != 0;
    if (options->to_move >= 0 && options->to_move != (int)position->to_move) {
        position->to_move = (Color)options->to_move;
        position->ko = POINT_NONE;
    }
    if (!check_output_files(options, status) || !check_unfinished(options, status) ||
        (options->proof != NULL && !file_check_place(options->proof, status)) ||
        (options->checkpoint != NULL && !file_check_place(options->checkpoint, status))) {
        return false;
    }
    if (!bitboard_shape_fits(position->width, position->height)) {
        return status_fail(status, "%dx%d is too large: (width + 1) * height may be 64 at most",
                           position->width, position->height);
    }
    const int cells = position->width * position->height;
    if (options->at_least != SOLVE_NO_TARGET && abs(options->at_least) > cells) {
        return status_fail(status, "--at-least: expected a number from %d to %d, got %d", -cells,
                           cells, options->at_least);
    }
    if (options->first != NULL &&
        (!point_from_text(options->first, position->width, position->height, &position->first) ||
         position->first == POINT_RESIGN)) {
        return status_fail(status, "--first: '%.20s' is not a vertex of a %dx%d board",
                           options->first, position->width, position->height);
    }
    return true;
}

/* ---- The solver ---- */

static bool is_legal_first_move(Solver *solver, const Bitboard *bitboard, int move) {
    Bitboard after;
    return move == BITBOARD_PASS ||
           (((bitboard->stones[0] | bitboard->stones[1]) & bitboard_bit(move)) == 0 &&
            move != bitboard->ko &&
            solver_context_play(solver_context(solver), bitboard, move, &after));
}

/* Returns the solver's move at a point, BITBOARD_PASS or BITBOARD_NONE. */
static int move_at(const BitboardShape *shape, Point p) {
    return p == POINT_NONE   ? BITBOARD_NONE
           : p == POINT_PASS ? BITBOARD_PASS
                             : shape->spot_of[point_y(p) * shape->width + point_x(p)];
}

static bool set_position(Solver *solver, const SolveOptions *options, const SolvePosition *position,
                         Status *status) {
    const BitboardShape *shape = solver_context(solver)->shape;
    Bitboard bitboard;
    if (!bitboard_set_up(shape, position->cells, position->to_move, &bitboard)) {
        return status_fail(status, "a chain has no liberty");
    }
    if (position->ko != POINT_NONE) {
        bitboard.ko = (int8_t)move_at(shape, position->ko);
    }
    const int first = move_at(shape, position->first);
    if (first != BITBOARD_NONE && !is_legal_first_move(solver, &bitboard, first)) {
        return status_fail(status, "--first: %.20s is illegal", options->first);
    }
    solver_set_position(solver, &bitboard, first);
    /* A checkpoint serves questions about first moves, too, which the winner has not chosen. */
    solver_context_add_history(solver_context(solver), bitboard.stones);
    return true;
}

Solver *solve_options_solver(const SolveOptions *options, const SolvePosition *position,
                             Status *status) {
    const uint64_t bytes = os_memory();
    const size_t physical = bytes > 0 ? (size_t)(bytes >> 20) : SIZE_MAX; /* MB */
    int empty = 0;
    for (int cell = 0; cell < position->width * position->height; cell++) {
        empty += position->cells[cell] == EMPTY;
    }
    const size_t suitable = solver_suitable_megabytes(empty);
    const size_t megabytes = options->megabytes > 0    ? (size_t)options->megabytes
                             : suitable < physical / 2 ? suitable
                                                       : physical / 2;
    if (megabytes > physical) {
        status_fail(status, "--mb %zu is more than the %zu MB of this machine", megabytes,
                    physical);
        return NULL;
    }
    const SolverOptions solver_options = {.width = position->width,
                                          .height = position->height,
                                          .rules = options->rules,
                                          .use = SOLVER_ALL_TECHNIQUES,
                                          .hash_seed = HASH_DEFAULT_SEED,
                                          .threads = options->threads,
                                          .table_bytes = megabytes << 20};
    Solver *solver = solver_new(&solver_options);
    const bool ok = solver != NULL ? set_position(solver, options, position, status)
                                   : status_fail(status, "out of memory");
    if (!ok && solver != NULL) {
        solver_free(solver);
    }
    return ok ? solver : NULL;
}
