#include "regress/match/log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

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

/* The most points by which a game can be won on the board, before komi. Under territory scoring
 * each stone may become a prisoner. */
static int most_points(const Game *game) {
    const int cells = game->geometry->cell_count;
    return game->rules.scoring == SCORING_AREA ? cells : 2 * cells + game->move_count;
}

static const char *text_of(const json_t *entry, const char *key) {
    const char *text = json_string_value(json_object_get(entry, key));
    return text == NULL ? "" : text;
}

/* Plays the moves of an entry and counts those that were asked for. */
static bool replay(const MatchTable *table, const ScheduledGame *scheduled, const char *moves,
                   Game *game, int asked[2], Status *status) {
    char vertex[POINT_TEXT_MAX];
    Point point;
    Text text = {0};
    if (!match_options_start_game(table->options, table->openings, scheduled, game, status)) {
        return false;
    }
    write_moves(game, &text);
    const char *word = moves;
    word += strncmp(moves, text_get(&text), text.length) == 0 ? text.length : 0;
    for (size_t length = 0;; word += length) {
        const Color color = (Color)game->board.to_move;
        word += strspn(word, " ");
        length = strcspn(word, " ");
        if (length == 1) { /* a color, which is compared below */
            continue;
        }
        snprintf(vertex, sizeof vertex, "%.*s", (int)length, word);
        if (match_game_is_over(&table->options->game, game) ||
            !point_from_text(vertex, game->geometry->width, game->geometry->height, &point) ||
            point == POINT_RESIGN || game_check(game, color, point) != MOVE_LEGAL ||
            !game_play(game, color, point, status)) {
            break;
        }
        asked[color]++;
    }
    text_clear(&text);
    write_moves(game, &text);
    const bool ok = strcmp(text_get(&text), moves) == 0;
    text_free(&text);
    return ok || (*word == '\0' ? status_fail(status, "\"moves\": not from the game's opening, or "
                                                      "written otherwise")
                                : status_fail(status, "\"moves\": move %d cannot be \"%.20s\"",
                                              game->move_count + 1, word));
}

/* The score that the entry states, or the nearest that the game can have. A referee may find any.
 */
static double score_of(const json_t *entry, const MatchOptions *options, const Game *game) {
    const char *result = text_of(entry, "result");
    const double margin = strlen(result) > 2 ? strtod(result + 2, NULL) : 0;
    const double score = !isfinite(margin) ? 0 : result[0] == 'B' ? margin : -margin;
    const double points = round(score + game->komi), most = most_points(game);
    return options->referee.command != NULL ? score
           : options->game.all_alive        ? game_score(game, NULL)
                                            : fmin(fmax(points, -most), most) - game->komi;
}

/* Sets the end of a game that was not counted, as the entry states it if that can be. The side to
 * move has lost, or either if no move was made. */
static void restore_loss(const json_t *entry, const MatchGameOptions *options, const Game *game,
                         MatchGameResult *outcome) {
    int *asked = outcome->genmoves;
    const bool has_begun = asked[BLACK] + asked[WHITE] > 0;
    MatchGameEnd end = 0;
    while (end < MATCH_GAME_ENDS &&
           strcmp(text_of(entry, "reason"), match_game_end_name(end)) != 0) {
        end++;
    }
    if (end == MATCH_GAME_SCORE || end == MATCH_GAME_MOVE_LIMIT || end == MATCH_GAME_ENDS ||
        (end == MATCH_GAME_TIME && !match_game_has_clock(options))) {
        end = MATCH_GAME_RESIGNATION;
    }
    const bool has_answered = end <= MATCH_GAME_ILLEGAL;
    Color loser = (Color)game->board.to_move;
    if (!has_begun && !has_answered) {
        loser = text_of(entry, "result")[0] == 'B' ? WHITE : BLACK;
    }
    /* What is no move may be an answer in form. */
    const char *const key = loser == BLACK ? "black_moves" : "white_moves";
    const bool is_counted = end == MATCH_GAME_GARBAGE &&
                            json_integer_value(json_object_get(entry, key)) == asked[loser] + 1;
    asked[loser] += has_answered || is_counted;
    match_game_set_lost(outcome, loser, end);
}

/* Makes the finished game that the entry should be about: what follows from its moves, and for the
 * rest what it states if that can be. */
static FinishedGame restore(const json_t *entry, const MatchOptions *options, const Game *game,
                            const int asked[2]) {
    static const char *const SECONDS[] = {[BLACK] = "black_seconds", [WHITE] = "white_seconds"};
    FinishedGame finished = {.is_finished = true, .fingerprint = fingerprint_of_game(game)};
    MatchGameResult *outcome = &finished.outcome;
    outcome->moves = game->move_count;
    memcpy(outcome->genmoves, asked, sizeof outcome->genmoves);
    if (match_game_is_over(&options->game, game)) {
        match_game_set_score(outcome, game, score_of(entry, options, game));
    } else {
        restore_loss(entry, &options->game, game, outcome);
    }
    for (int color = BLACK; color <= WHITE; color++) {
        const double seconds = json_number_value(json_object_get(entry, SECONDS[color]));
        outcome->seconds[color] = outcome->genmoves[color] > 0 ? fmax(seconds, 0) : 0;
    }
    const char *message = text_of(entry, "message");
    const bool is_fault = outcome->end > MATCH_GAME_MOVE_LIMIT;
    const bool may_have_one =
        is_fault || (outcome->end != MATCH_GAME_RESIGNATION && options->referee.command != NULL);
    snprintf(outcome->message, sizeof outcome->message, "%s",
             !may_have_one                    ? ""
             : is_fault && message[0] == '\0' ? match_game_end_name(outcome->end)
                                              : message);
    return finished;
}

bool match_log_read_entry(void *context, const json_t *entry, Status *status) {
    const MatchTable *table = context;
    const json_t *game_number = json_object_get(entry, "game");
    const json_int_t number = json_integer_value(game_number);
    int asked[2] = {0, 0};
    if (!json_is_integer(game_number)) {
        return status_fail(status, "not a finished game");
    }
    if (number < 1 || number > schedule_game_count(table->schedule)) {
        return status_fail(status, "a game beyond those asked for by --games");
    }
    if (table->games[number - 1].is_finished) {
        return status_fail(status, "a game that the log already holds");
    }
    const ScheduledGame scheduled = schedule_game(table->schedule, (int)number);
    Game *game = memory_check(game_new(1));
    bool ok = replay(table, &scheduled, text_of(entry, "moves"), game, asked, status);
    if (ok) {
        const FinishedGame finished = restore(entry, table->options, game, asked);
        json_t *expected =
            match_log_entry(table->engines, (int)number, &scheduled, &finished, game);
        ok = ledger_check_entry(entry, expected, status);
        json_decref(expected);
        if (ok) {
            table->games[number - 1] = finished;
        }
    }
    game_free(game);
    return ok;
}
