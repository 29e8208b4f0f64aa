#include "regress/match/log.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/base/memory.h"
#include "engine/base/os/system.h"
#include "engine/base/rng.h"
#include "engine/go/sgf/record.h"

static const char *const WINNERS[] = {[BLACK] = "black", [WHITE] = "white", [EMPTY] = NULL};

const LedgerKind MATCH_LOG_KIND = {"match", "dihedra_match"};

/* ---- Writing ---- */

/* Writes moves as in opening files: colors alternate from Black; a move that breaks that order is
 * preceded by its color. Set-up stones come first. */
static void write_moves(const Game *game, Text *text) {
    static const char *const COLORS[2] = {"b ", "w "};
    const Geometry *geometry = game->geometry;
    char vertex[POINT_TEXT_MAX];
    Color expected = BLACK;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Color color = (Color)game->past_cells[cell];
        if (color != EMPTY) {
            text_add(text, "%s%s%s", text->length == 0 ? "" : " ", COLORS[color],
                     point_to_text(geometry->point_of[cell], geometry->height, vertex));
            expected = color_opponent(color);
        }
    }
    for (int i = 0; i < game->move_count; i++) {
        const Move move = game->moves[i];
        text_add(text, "%s%s%s", text->length == 0 ? "" : " ",
                 move.color == expected ? "" : COLORS[move.color],
                 point_to_text(move.point, geometry->height, vertex));
        expected = color_opponent(move.color);
    }
}

json_t *match_log_entry(const MatchTable *table, int number, const ScheduledGame *scheduled,
                        const FinishedGame *finished, const Game *game, const MatchMove *played) {
    const MatchGameResult *outcome = &finished->outcome;
    Text moves = {0};
    json_t *seconds = json_new_array(), *rates = json_new_array(), *scores = json_new_array();
    write_moves(game, &moves);
    for (int i = 0; i < game->move_count; i++) {
        json_add_value(seconds, json_new_figure(played[i].seconds, 3));
        json_add_value(rates, json_new_figure(played[i].win_rate, 4));
        json_add_value(scores, json_new_figure(played[i].score, 2));
    }
    json_t *json = json_new_packed(
        "{s:i, s:o, s:o, s:o, s:s, s:s?, s:s, s:s, s:i, s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:o, "
        "s:o}",
        "game", number, "black", json_new_text(table->match_engines[scheduled->engine[BLACK]].name),
        "white", json_new_text(table->match_engines[scheduled->engine[WHITE]].name), "opening",
        scheduled->opening == SCHEDULE_NO_OPENING ? json_null()
                                                  : json_integer(1 + scheduled->opening),
        "result", outcome->result, "winner", WINNERS[outcome->winner], "reason",
        MATCH_GAME_END_NAMES[outcome->end], "message", outcome->message, "move_count",
        outcome->moves, "black_moves", outcome->genmoves[BLACK], "white_moves",
        outcome->genmoves[WHITE], "black_seconds", json_new_figure(outcome->seconds[BLACK], 3),
        "white_seconds", json_new_figure(outcome->seconds[WHITE], 3), "fingerprint",
        json_sprintf("%016" PRIx64, finished->fingerprint), "moves",
        json_new_text(text_get(&moves)), "move_seconds", seconds, "win_rates", rates, "scores",
        scores);
    text_free(&moves);
    return json;
}

/* ---- Reading ---- */

bool match_log_read_entry(void *context, const json_t *entry, Status *status) {
    const MatchTable *table = context;
    FinishedGame finished = {.is_finished = true};
    MatchGameResult *outcome = &finished.outcome;
    int number;
    const json_t *winner;
    const char *result, *reason, *message, *fingerprint;
    if (json_unpack((json_t *)entry, "{s:i, s:s, s:o, s:s, s:s, s:i, s:i, s:i, s:F, s:F, s:s}",
                    "game", &number, "result", &result, "winner", &winner, "reason", &reason,
                    "message", &message, "move_count", &outcome->moves, "black_moves",
                    &outcome->genmoves[BLACK], "white_moves", &outcome->genmoves[WHITE],
                    "black_seconds", &outcome->seconds[BLACK], "white_seconds",
                    &outcome->seconds[WHITE], "fingerprint", &fingerprint) != 0 ||
        (!json_is_null(winner) &&
         (!json_is_string(winner) || text_find(json_string_value(winner), WINNERS) < 0)) ||
        text_find(reason, MATCH_GAME_END_NAMES) < 0 ||
        sscanf(fingerprint, "%16" SCNx64, &finished.fingerprint) != 1) {
        return status_fail(status, "not a finished game");
    }
    if (number < 1 || number > schedule_game_count(table->schedule)) {
        return status_fail(status, "a game beyond those asked for by --games");
    }
    if (table->games[number - 1].is_finished) {
        return status_fail(status, "a game that the log already holds");
    }
    outcome->winner =
        json_is_null(winner) ? EMPTY : (Color)text_find(json_string_value(winner), WINNERS);
    outcome->end = (MatchGameEnd)text_find(reason, MATCH_GAME_END_NAMES);
    snprintf(outcome->result, sizeof outcome->result, "%s", result);
    snprintf(outcome->message, sizeof outcome->message, "%s", message);
    table->games[number - 1] = finished;
    return true;
}

/* ---- Fingerprints ---- */

/* Mixes a word in by a bijection of what came before. */
static void fold(uint64_t *fingerprint, uint64_t word) {
    SplitMix mix = {*fingerprint ^ word};
    *fingerprint = splitmix_next(&mix);
}

typedef enum { PLAYED, SET_UP } Origin;

static void fold_stone(uint64_t *fingerprint, Origin origin, Color color, Point p) {
    fold(fingerprint, (uint64_t)p << 2 | (uint64_t)color << 1 | origin);
}

/* The fingerprint of the game after the symmetry g. Set-up stones have no order, so they are taken
 * row by row of the image. */
static uint64_t fingerprint_of_image(const Game *game, Symmetry g) {
    const Geometry *geometry = game->geometry;
    const int width = symmetry_transposes(g) ? geometry->height : geometry->width;
    const int height = geometry->cell_count / width;
    uint64_t fingerprint = 1;
    fold(&fingerprint, (uint64_t)width << 8 | (uint64_t)height);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point image = point_at(cell % width, cell / width);
        const Point p = geometry_unmap_point(geometry, g, image);
        const Color color = (Color)game->past_cells[geometry->cell_of[p]];
        if (color != EMPTY) {
            fold_stone(&fingerprint, SET_UP, color, image);
        }
    }
    for (int i = 0; i < game->move_count; i++) {
        const Move move = game->moves[i];
        fold_stone(&fingerprint, PLAYED, move.color, geometry_map_point(geometry, g, move.point));
    }
    return fingerprint;
}

/* The least of the fingerprints of all eight images. Canonical keys of the positions would not do:
 * two different games may pass through the same positions up to symmetry, with another symmetry at
 * each. */
uint64_t fingerprint_of_game(const Game *game) {
    uint64_t least = UINT64_MAX;
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        const uint64_t image = fingerprint_of_image(game, g);
        least = image < least ? image : least;
    }
    return least;
}

/* ---- Records ---- */

enum { DATE_MAX = 16 };

static void describe_game(const char *const names[2], const MatchGameResult *outcome, Text *text) {
    text_add(text, "Ended by: %s", MATCH_GAME_END_NAMES[outcome->end]);
    for (int color = BLACK; color <= WHITE; color++) {
        text_add(text, "\n%s: %d move%s, %.3f s", names[color], outcome->genmoves[color],
                 text_plural(outcome->genmoves[color]), outcome->seconds[color]);
    }
    if (outcome->message[0] != '\0') {
        const Color culprit = match_game_culprit(outcome);
        text_add(text, "\n%s %s", culprit == EMPTY ? "But" : color_capital_name(culprit),
                 outcome->message);
    }
}

void match_sgf_write(const char *const names[2], const Game *game, const MatchMove *moves,
                     const MatchGameResult *outcome, Text *text) {
    const size_t move_count = (size_t)game->move_count;
    Text *words = memory_new(move_count, sizeof *words);
    const char **on_moves = memory_new(move_count, sizeof *on_moves);
    double *win_rates = memory_new(move_count, sizeof *win_rates);
    for (size_t i = 0; i < move_count; i++) {
        win_rates[i] = moves[i].win_rate;
        if (moves[i].seconds > 0) {
            text_add(&words[i], "%.3f s%s", moves[i].seconds, text_get(&moves[i].words));
            on_moves[i] = words[i].bytes;
        }
    }
    char date[DATE_MAX];
    const struct tm day = os_local_time(time(NULL));
    strftime(date, sizeof date, "%Y-%m-%d", &day);
    Text comment = {0};
    SgfWriter writer;
    describe_game(names, outcome, &comment);
    const RecordNotes notes = {.black = names[BLACK],
                               .white = names[WHITE],
                               .date = date,
                               .result = outcome->result,
                               .comment = text_get(&comment),
                               .on_moves = on_moves,
                               .win_rates = win_rates};
    record_write(game, &notes, &writer);
    text_append(text, writer.text.bytes, writer.text.length);
    sgf_writer_free(&writer);
    text_free(&comment);
    for (size_t i = 0; i < move_count; i++) {
        text_free(&words[i]);
    }
    free(words);
    free(on_moves);
    free(win_rates);
}
