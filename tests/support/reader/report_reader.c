#include "tests/support/reader/report_reader.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *rest; /* of the line; words are cut off its front */
    const InfoLineForm *form;
    const Game *game;
    Color color;
    bool is_lz;
} Reader;

/* ---- Words ---- */

/* Takes the next word. Words are separated by single blanks. */
static const char *take(Reader *reader) {
    const char *word = strsep(&reader->rest, " ");
    cr_assert(word != NULL && *word != '\0', "a word is missing");
    return word;
}

static void take_key(Reader *reader, const char *key) {
    const char *word = take(reader);
    cr_assert_str_eq(word, key, "%s instead of %s", word, key);
}

static bool is_next(const Reader *reader, const char *key) {
    const size_t length = strlen(key);
    return reader->rest != NULL && strncmp(reader->rest, key, length) == 0 &&
           (reader->rest[length] == ' ' || reader->rest[length] == '\0');
}

/* Takes a number of digits alone, without a sign. */
static long take_count(Reader *reader) {
    const char *word = take(reader);
    cr_assert_eq(word[strspn(word, "0123456789")], '\0', "%s is not a count", word);
    return strtol(word, NULL, 10);
}

/* Takes a number with a decimal point between digits and no exponent; zero has no sign. */
static double take_real(Reader *reader) {
    const char *word = take(reader), *digits = word + (*word == '-');
    const size_t whole = strspn(digits, "0123456789");
    const size_t part = digits[whole] == '.' ? strspn(digits + whole + 1, "0123456789") : 0;
    const double value = strtod(word, NULL);
    cr_assert(whole > 0 && part > 0 && digits[whole + 1 + part] == '\0',
              "%s is not a decimal number", word);
    cr_assert(value != 0 || digits == word, "%s is zero with a sign", word);
    return value;
}

static double take_real_of(Reader *reader, const char *key, double least, double most) {
    take_key(reader, key);
    const double value = take_real(reader);
    cr_assert(value >= least && value <= most, "%s %g", key, value);
    return value;
}

/* Takes a number of 0..1, which Leela Zero's dialect writes in ten thousandths. */
static double take_share(Reader *reader, const char *key) {
    if (!reader->is_lz) {
        return take_real_of(reader, key, 0, 1);
    }
    take_key(reader, key);
    const long value = take_count(reader);
    cr_assert_leq(value, 10000, "%s %ld", key, value);
    return (double)value / 10000;
}

/* Takes a point in upper case, or pass in lower case. */
static Point take_point(Reader *reader) {
    const Geometry *geometry = reader->game->geometry;
    const char *word = take(reader);
    char again[POINT_TEXT_MAX];
    Point p;
    cr_assert(point_from_text(word, geometry->width, geometry->height, &p), "%s", word);
    cr_assert_str_eq(point_to_text(p, geometry->height, again), word);
    return p;
}

/* ---- A move ---- */

static void check_agree(double value, double expected, const char *what) {
    cr_assert_float_eq(value, expected, 3e-6, "%s: %g, not %g", what, value, expected);
}

/* The utility is the win rate on a scale of -1 to 1. */
static void take_utility(Reader *reader, const char *key, double *win) {
    *win = (take_real_of(reader, key, -1, 1) + 1) / 2;
}

static void take_scores(Reader *reader, double *score, double *stdev) {
    *score = take_real_of(reader, "scoreMean", -1e6, 1e6);
    *stdev = take_real_of(reader, "scoreStdev", 0, 1e6);
    check_agree(take_real_of(reader, "scoreLead", -1e6, 1e6), *score, "scoreLead");
    check_agree(take_real_of(reader, "scoreSelfplay", -1e6, 1e6), *score, "scoreSelfplay");
}

/* Takes a line of play: moves, up to the first word that is not a move. */
static void take_pv(Reader *reader, ReadMove *move) {
    const Geometry *geometry = reader->game->geometry;
    take_key(reader, "pv");
    Point p;
    do {
        cr_assert_lt(move->pv_length, ANALYSIS_PV_MAX);
        move->pv[move->pv_length++] = take_point(reader);
        char word[POINT_TEXT_MAX] = "";
        if (reader->rest != NULL) {
            snprintf(word, sizeof word, "%.*s", (int)strcspn(reader->rest, " "), reader->rest);
        }
        p = POINT_NONE;
        point_from_text(word, geometry->width, geometry->height, &p);
    } while (p != POINT_NONE);
    cr_assert_eq(move->pv[0], move->move);
}

/* Takes a count for each move of the line of play. */
static void take_counts(Reader *reader, const char *key, const ReadMove *move, long *counts) {
    take_key(reader, key);
    for (int i = 0; i < move->pv_length; i++) {
        counts[i] = take_count(reader);
    }
}

/* The visits of each position are at least those by the move that led to it, and more than those by
 * the move that follows. */
static void take_pv_visits(Reader *reader, const ReadMove *move) {
    long visits[ANALYSIS_PV_MAX], edge_visits[ANALYSIS_PV_MAX];
    if (reader->form->pv_visits) {
        take_counts(reader, "pvVisits", move, visits);
        cr_assert_eq(visits[0], move->visits);
    }
    if (reader->form->pv_edge_visits) {
        take_counts(reader, "pvEdgeVisits", move, edge_visits);
        cr_assert_eq(edge_visits[0], move->edge_visits);
    }
    for (int i = 0; reader->form->pv_visits && reader->form->pv_edge_visits && i < move->pv_length;
         i++) {
        cr_assert_geq(visits[i], edge_visits[i]);
        cr_assert(i == 0 || (edge_visits[i] > 0 && edge_visits[i] < visits[i - 1]),
                  "move %d of the line", i + 1);
    }
}

static void take_ownership(Reader *reader, const char *key, double least, float *values) {
    take_key(reader, key);
    for (int cell = 0; cell < reader->game->geometry->cell_count; cell++) {
        const double value = take_real(reader);
        cr_assert(value >= least && value <= 1, "%s: %g", key, value);
        values[cell] = (float)value;
    }
}

/* Fails unless the line can be played by the rules, beginning with the side to move, and does not
 * go on after the end of the game. If the game had ended before, the line goes on as after one
 * pass. */
static void check_pv(const Reader *reader, const ReadMove *move) {
    Game *game = game_new_image(reader->game, SYMMETRY_IDENTITY);
    Color color = reader->color;
    game_set_to_move(game, color); /* out of order: passes before do not count */
    int passes = game->board.passes > 0;
    for (int i = 0; i < move->pv_length; i++) {
        char vertex[POINT_TEXT_MAX];
        Status status;
        cr_assert(game_check(game, color, move->pv[i]) == MOVE_LEGAL && passes < 2,
                  "move %d of the line, %s, is illegal", i + 1,
                  point_to_text(move->pv[i], game->geometry->height, vertex));
        cr_assert(game_play(game, color, move->pv[i], &status));
        passes = move->pv[i] == POINT_PASS ? passes + 1 : 0;
        color = color_opponent(color);
    }
    game_free(game);
}

static void take_kata_figures(Reader *reader, ReadMove *move) {
    double win, lcb;
    take_key(reader, "edgeVisits");
    move->edge_visits = take_count(reader);
    cr_assert_geq(move->visits, move->edge_visits);
    take_utility(reader, "utility", &win);
    move->win = take_share(reader, "winrate");
    check_agree(win, move->win, "utility");
    take_scores(reader, &move->score, &move->score_stdev);
    move->prior = take_share(reader, "prior");
    move->lcb = take_share(reader, "lcb");
    take_utility(reader, "utilityLcb", &lcb);
    check_agree(lcb, move->lcb, "utilityLcb");
    check_agree(take_real_of(reader, "weight", 0, 1e15), (double)move->edge_visits, "weight");
    if (reader->form->no_result) {
        move->no_result = take_real_of(reader, "noResultValue", 0, 1);
    }
}

static void take_move(Reader *reader, int order, ReadMove *move) {
    const InfoLineForm *form = reader->form;
    take_key(reader, "info");
    take_key(reader, "move");
    move->move = take_point(reader);
    take_key(reader, "visits");
    move->visits = take_count(reader);
    if (reader->is_lz) {
        move->edge_visits = move->visits;
        move->win = take_share(reader, "winrate");
        move->prior = take_share(reader, "prior");
        move->lcb = take_share(reader, "lcb");
    } else {
        take_kata_figures(reader, move);
    }
    cr_assert_leq(move->lcb, move->win + 1e-4);
    take_key(reader, "order");
    cr_assert_eq(take_count(reader), order);
    if (!reader->is_lz && is_next(reader, "isSymmetryOf")) {
        take_key(reader, "isSymmetryOf");
        move->symmetry_of = take_point(reader);
    }
    take_pv(reader, move);
    check_pv(reader, move);
    take_pv_visits(reader, move);
    if (form->moves_ownership) {
        take_ownership(reader, "movesOwnership", -1, move->ownership.mean);
    }
    if (form->moves_ownership_stdev) {
        take_ownership(reader, "movesOwnershipStdev", 0, move->ownership.stdev);
    }
}

/* ---- The line ---- */

/* Fails unless each move is listed once, the most visited first, and each image has the figures of
 * the move that was searched instead, which is listed before it. */
static void check_moves(const ReadReport *report) {
    double prior = 0;
    for (int i = 0; i < report->count; i++) {
        const ReadMove *move = &report->moves[i];
        bool is_image = move->symmetry_of == POINT_NONE;
        for (int j = 0; j < i; j++) {
            const ReadMove *other = &report->moves[j];
            cr_assert_neq(other->move, move->move, "a move is listed twice");
            is_image = is_image ||
                       (other->move == move->symmetry_of && other->win == move->win &&
                        other->edge_visits == move->edge_visits && other->prior == move->prior);
        }
        cr_assert(is_image, "a move is the image of no move");
        cr_assert(i == 0 || move->edge_visits <= move[-1].edge_visits);
        prior += move->prior;
    }
    cr_assert_leq(prior, 1 + 1e-4 * report->count);
}

/* The root has one visit more than all its moves together, some of which may not be listed. */
static void take_root(Reader *reader, ReadReport *report) {
    double win, stdev;
    long visits = 1;
    take_key(reader, "rootInfo");
    take_key(reader, "visits");
    report->visits = take_count(reader);
    take_utility(reader, "utility", &win);
    report->win = take_share(reader, "winrate");
    check_agree(win, report->win, "utility");
    take_scores(reader, &report->score, &stdev);
    check_agree(take_real_of(reader, "weight", 0, 1e15), (double)report->visits, "weight");
    for (int i = 0; i < 2; i++) {
        take_key(reader, i == 0 ? "thisHash" : "symHash");
        const char *hash = take(reader);
        cr_assert(strlen(hash) == 32 && strspn(hash, "0123456789ABCDEF") == 32, "%s", hash);
    }
    take_key(reader, "currPlayer");
    take_key(reader, reader->color == BLACK ? "B" : "W");
    for (int i = 0; i < report->count; i++) {
        const ReadMove *move = &report->moves[i];
        visits += move->symmetry_of == POINT_NONE ? move->edge_visits : 0;
    }
    cr_assert_geq(report->visits, visits);
}

ReadReport *report_read(const char *line, const InfoLineForm *form, const Game *game, Color color) {
    char *copy = strdup(line);
    ReadReport *report = calloc(1, sizeof *report);
    cr_assert(copy != NULL && report != NULL);
    Reader reader = {.rest = copy,
                     .form = form,
                     .game = game,
                     .color = color,
                     .is_lz = form->dialect == INFO_LINE_LZ};
    do {
        cr_assert_lt(report->count, ANALYSIS_MOVES_MAX);
        take_move(&reader, report->count, &report->moves[report->count]);
        report->count++;
    } while (is_next(&reader, "info"));
    check_moves(report);
    if (form->root_info) {
        take_root(&reader, report);
    }
    if (form->ownership) {
        take_ownership(&reader, "ownership", -1, report->ownership.mean);
    }
    if (form->ownership_stdev) {
        take_ownership(&reader, "ownershipStdev", 0, report->ownership.stdev);
    }
    cr_assert_null(reader.rest, "after the end: %s", reader.rest);
    free(copy);
    return report;
}
