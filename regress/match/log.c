#include "regress/match/log.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"

static const char *const WINNERS[] = {[BLACK] = "black", [WHITE] = "white", [EMPTY] = NULL};

const LedgerKind MATCH_LOG_KIND = {"match", "dihedra_match", "game"};

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

static const char *engine_name(const json_t *engines, int engine) {
    return json_string_value(json_object_get(json_array_get(engines, (size_t)engine), "name"));
}

json_t *match_log_entry(const json_t *engines, int number, const ScheduledGame *scheduled,
                        const FinishedGame *finished, const Game *game) {
    const MatchGameResult *outcome = &finished->outcome;
    char fingerprint[FINGERPRINT_TEXT_MAX];
    Text moves = {0};
    write_moves(game, &moves);
    json_t *json = json_new_packed(
        "{s:i, s:s, s:s, s:o, s:s, s:s?, s:s, s:s, s:i, s:i, s:i, s:o, s:o, s:s, s:o}", "game",
        number, "black", engine_name(engines, scheduled->engine[BLACK]), "white",
        engine_name(engines, scheduled->engine[WHITE]), "opening",
        scheduled->opening == SCHEDULE_NO_OPENING ? json_null()
                                                  : json_integer(1 + scheduled->opening),
        "result", outcome->result, "winner", WINNERS[outcome->winner], "reason",
        match_game_end_name(outcome->end), "message", outcome->message, "move_count",
        outcome->moves, "black_moves", outcome->genmoves[BLACK], "white_moves",
        outcome->genmoves[WHITE], "black_seconds", json_new_figure(outcome->seconds[BLACK], 3),
        "white_seconds", json_new_figure(outcome->seconds[WHITE], 3), "fingerprint",
        fingerprint_to_text(finished->fingerprint, fingerprint), "moves",
        json_new_text(text_get(&moves)));
    text_free(&moves);
    return json;
}

/* ---- Reading ---- */

/* Takes the winner from a result such as "W+3.5", and checks that "winner" names the same. */
static bool read_winner(const char *result, const json_t *json, Color *winner) {
    const json_t *named = json_object_get(json, "winner");
    if (strcmp(result, "0") == 0) {
        *winner = EMPTY;
        return json_is_null(named);
    }
    *winner = result[0] == 'B' ? BLACK : WHITE;
    return (result[0] == 'B' || result[0] == 'W') && result[1] == '+' && json_is_string(named) &&
           strcmp(json_string_value(named), WINNERS[*winner]) == 0;
}

/* Reads a game. Returns false if it is not one. */
static bool read_game(const json_t *entry, int *number, const char *names[2], FinishedGame *game) {
    const char *result, *reason, *message, *fingerprint;
    MatchGameResult *outcome = &game->outcome;
    *game = (FinishedGame){.is_finished = true};
    if (entry == NULL ||
        json_unpack((json_t *)entry, "{s:i, s:s, s:s, s:s, s:s, s:s, s:i, s:i, s:i, s:F, s:F, s:s}",
                    "game", number, "black", &names[BLACK], "white", &names[WHITE], "result",
                    &result, "reason", &reason, "message", &message, "move_count", &outcome->moves,
                    "black_moves", &outcome->genmoves[BLACK], "white_moves",
                    &outcome->genmoves[WHITE], "black_seconds", &outcome->seconds[BLACK],
                    "white_seconds", &outcome->seconds[WHITE], "fingerprint", &fingerprint) != 0 ||
        !read_winner(result, entry, &outcome->winner) || outcome->moves < 0 ||
        outcome->genmoves[BLACK] < 0 || outcome->genmoves[WHITE] < 0 ||
        !(outcome->seconds[BLACK] >= 0 && outcome->seconds[WHITE] >= 0) ||
        sscanf(fingerprint, "%16" SCNx64 "%16" SCNx64, &game->fingerprint.words[0],
               &game->fingerprint.words[1]) != 2) {
        return false;
    }
    while (outcome->end < MATCH_GAME_ENDS &&
           strcmp(reason, match_game_end_name(outcome->end)) != 0) {
        outcome->end++;
    }
    snprintf(outcome->result, sizeof outcome->result, "%s", result);
    snprintf(outcome->message, sizeof outcome->message, "%s", message);
    return outcome->end < MATCH_GAME_ENDS;
}

const char *match_log_read_entry(void *context, const json_t *entry) {
    const MatchTable *table = context;
    FinishedGame game;
    int number = 0;
    const char *names[2];
    if (!read_game(entry, &number, names, &game)) {
        return "not a finished game";
    }
    if (number < 1 || number > schedule_game_count(table->schedule)) {
        return "a game beyond those asked for by --games";
    }
    if (table->games[number - 1].is_finished) {
        return "a game that the log already holds";
    }
    const ScheduledGame scheduled = schedule_game(table->schedule, number);
    for (int color = BLACK; color <= WHITE; color++) {
        if (strcmp(names[color], engine_name(table->engines, scheduled.engine[color])) != 0) {
            return "a game of other engines than scheduled";
        }
    }
    table->games[number - 1] = game;
    return NULL;
}
