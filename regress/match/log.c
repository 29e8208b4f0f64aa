#include "regress/match/log.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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
                        const FinishedGame *finished, const Game *game) {
    const MatchGameResult *outcome = &finished->outcome;
    Text moves = {0};
    write_moves(game, &moves);
    json_t *json = json_new_packed(
        "{s:i, s:o, s:o, s:o, s:s, s:s?, s:s, s:s, s:i, s:i, s:i, s:o, s:o, s:o, s:o}", "game",
        number, "black", json_new_text(table->match_engines[scheduled->engine[BLACK]].name),
        "white", json_new_text(table->match_engines[scheduled->engine[WHITE]].name), "opening",
        scheduled->opening == SCHEDULE_NO_OPENING ? json_null()
                                                  : json_integer(1 + scheduled->opening),
        "result", outcome->result, "winner", WINNERS[outcome->winner], "reason",
        match_game_end_name(outcome->end), "message", outcome->message, "move_count",
        outcome->moves, "black_moves", outcome->genmoves[BLACK], "white_moves",
        outcome->genmoves[WHITE], "black_seconds", json_new_figure(outcome->seconds[BLACK], 3),
        "white_seconds", json_new_figure(outcome->seconds[WHITE], 3), "fingerprint",
        json_sprintf("%016" PRIx64, finished->fingerprint), "moves",
        json_new_text(text_get(&moves)));
    text_free(&moves);
    return json;
}

/* ---- Reading ---- */

static bool read_winner(const json_t *value, Color *winner) {
    const char *text = json_string_value(value);
    *winner = BLACK;
    while (*winner != EMPTY && (text == NULL || strcmp(text, WINNERS[*winner]) != 0)) {
        (*winner)++;
    }
    return *winner != EMPTY || json_is_null(value);
}

static bool read_end(const char *text, MatchGameEnd *end) {
    *end = 0;
    while (*end < MATCH_GAME_ENDS && strcmp(text, match_game_end_name(*end)) != 0) {
        (*end)++;
    }
    return *end < MATCH_GAME_ENDS;
}

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
        !read_winner(winner, &outcome->winner) || !read_end(reason, &outcome->end) ||
        sscanf(fingerprint, "%16" SCNx64, &finished.fingerprint) != 1) {
        return status_fail(status, "not a finished game");
    }
    if (number < 1 || number > schedule_game_count(table->schedule)) {
        return status_fail(status, "a game beyond those asked for by --games");
    }
    if (table->games[number - 1].is_finished) {
        return status_fail(status, "a game that the log already holds");
    }
    snprintf(outcome->result, sizeof outcome->result, "%s", result);
    snprintf(outcome->message, sizeof outcome->message, "%s", message);
    table->games[number - 1] = finished;
    return true;
}
