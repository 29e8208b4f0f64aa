#include "regress/match/match_game.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/go/ending/stones.h"

typedef struct {
    const MatchGameOptions *options;
    Seat *const *seats;
    Game *game;
    GameClock clock;
    double *move_seconds;
    MatchGameResult *result;
} MatchGame;

const char *match_game_end_name(MatchGameEnd end) {
    static const char *const NAMES[MATCH_GAME_ENDS] = {"score", "resignation", "move_limit",
                                                       "time",  "illegal",     "refused",
                                                       "crash", "hang",        "garbage"};
    return NAMES[end];
}

Color match_game_culprit(const MatchGameResult *result) {
    return result->end <= MATCH_GAME_MOVE_LIMIT ? EMPTY : color_opponent(result->winner);
}

/* ---- Losing ---- */

/* Ends the game as a loss for `loser`. Returns false: the game does not go on. */
static bool lose(MatchGame *bout, Color loser, MatchGameEnd end) {
    const char sign = end == MATCH_GAME_RESIGNATION ? 'R' : end == MATCH_GAME_TIME ? 'T' : 'F';
    bout->result->end = end;
    bout->result->winner = color_opponent(loser);
    snprintf(bout->result->result, sizeof bout->result->result, "%c+%c", loser == BLACK ? 'W' : 'B',
             sign);
    return false;
}

/* Makes a message printable: an engine's words in it may be any bytes. */
static void clean(char *message) {
    for (char *c = message; *c != '\0'; c++) {
        *c = *c >= ' ' && *c <= '~' ? *c : '?';
    }
}

static bool lose_by(MatchGame *bout, Color loser, MatchGameEnd end, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static bool lose_by(MatchGame *bout, Color loser, MatchGameEnd end, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(bout->result->message, sizeof bout->result->message, format, args);
    va_end(args);
    clean(bout->result->message);
    return lose(bout, loser, end);
}

/* The number of the move that is being asked for or told. */
static int move_number(const MatchGame *bout) {
    return bout->game->move_count + 1;
}

/* Loses by an answer that is not ENGINE_OK; why is its status. Stops an engine that has exited, to
 * find out how it ended. */
static bool lose_by_answer(MatchGame *bout, Color loser, const char *command, EngineAnswer answer,
                           const char *why) {
    const int move = move_number(bout);
    Status end = {""};
    switch (answer.outcome) {
    case ENGINE_REFUSED:
        return lose_by(bout, loser, MATCH_GAME_REFUSED, "refused \"%s\" at move %d: %.*s", command,
                       move, (int)strcspn(answer.text, "\n"), answer.text);
    case ENGINE_TIMEOUT:
        return lose_by(bout, loser, MATCH_GAME_HANG, "hung at move %d: %s", move, why);
    case ENGINE_CLOSED:
        seat_stop(bout->seats[loser], &end);
        return lose_by(bout, loser, MATCH_GAME_CRASH, "died at move %d: %s%s%s", move, why,
                       end.text[0] == '\0' ? "" : "; ", end.text);
    case ENGINE_OK:
    case ENGINE_GARBAGE:
        break;
    }
    return lose_by(bout, loser, MATCH_GAME_GARBAGE, "answered wrongly at move %d: %s", move, why);
}

/* ---- Telling ---- */

/* Sends a command that the engine must obey. If it does not, it loses, and this returns false. */
static bool tell(MatchGame *bout, Color side, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool tell(MatchGame *bout, Color side, const char *format, ...) {
    char command[96];
    va_list args;
    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    Status why;
    const EngineAnswer answer =
        engine_process_ask(&bout->seats[side]->process, command, bout->options->hang, &why);
    return answer.outcome == ENGINE_OK || lose_by_answer(bout, side, command, answer, why.text);
}

/* Tells one engine the position at the start: set-up stones, then moves. Set-up stones are sent by
 * "play" too: whatever their order, none captures. */
static bool tell_position(MatchGame *bout, Color side) {
    const Game *game = bout->game;
    const Geometry *geometry = game->geometry;
    char vertex[POINT_TEXT_MAX];
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Color color = (Color)game->past_cells[cell];
        if (color != EMPTY &&
            !tell(bout, side, "play %s %s", color_name(color),
                  point_to_text(geometry->point_of[cell], geometry->height, vertex))) {
            return false;
        }
    }
    for (int i = 0; i < game->move_count; i++) {
        if (!tell(bout, side, "play %s %s", color_name(game->moves[i].color),
                  point_to_text(game->moves[i].point, geometry->height, vertex))) {
            return false;
        }
    }
    return true;
}

static bool has_clock(const MatchGame *bout) {
    return bout->clock.mode == GAME_CLOCK_ABSOLUTE || bout->clock.mode == GAME_CLOCK_CANADIAN;
}

static bool tell_start(MatchGame *bout, Color side) {
    const GameClock *clock = &bout->clock;
    if (!tell(bout, side, "boardsize %d", bout->game->geometry->width) ||
        !tell(bout, side, "clear_board") || !tell(bout, side, "komi %.12g", bout->game->komi)) {
        return false;
    }
    if (has_clock(bout) && bout->seats[side]->contestant->knows_time_settings &&
        !tell(bout, side, "time_settings %.0f %.0f %d", clock->main_seconds, clock->period_seconds,
              clock->period_stones)) {
        return false;
    }
    return tell_position(bout, side);
}

/* ---- The clock ---- */

/* Seconds until color's flag falls. */
static double seconds_left(const GameClock *clock, Color color) {
    const bool period_to_come =
        clock->mode == GAME_CLOCK_CANADIAN && clock->stones_left[color] == 0;
    return clock->left[color] + (period_to_come ? clock->period_seconds : 0);
}

/* Tells the time left, in whole seconds as GTP requires. */
static bool tell_time_left(MatchGame *bout, Color color) {
    if (!has_clock(bout) || !bout->seats[color]->contestant->knows_time_left) {
        return true;
    }
    return tell(bout, color, "time_left %s %.0f %d", color_name(color),
                floor(bout->clock.left[color]), bout->clock.stones_left[color]);
}

/* Charges the clock for a move that was in time. An answer that was already there when we looked
 * was in time too: if this process was delayed, the engine is not to blame. */
static void charge(MatchGame *bout, Color color, double seconds) {
    bout->result->genmoves[color]++;
    bout->result->seconds[color] += seconds;
    game_clock_spend(&bout->clock, color, fmin(seconds, seconds_left(&bout->clock, color)));
}

/* ---- Moves ---- */

/* Asks for a move. Returns false if none came and the game is lost. */
static bool ask_move(MatchGame *bout, Color color, Point *point) {
    const Geometry *geometry = bout->game->geometry;
    const double left = seconds_left(&bout->clock, color);
    const double limit = has_clock(bout) ? left + bout->options->margin : bout->options->hang;
    char command[32], vertex[16];
    Status why;
    snprintf(command, sizeof command, "genmove %s", color_name(color));
    const EngineAnswer answer =
        engine_process_ask(&bout->seats[color]->process, command, limit, &why);
    if (answer.outcome == ENGINE_TIMEOUT && has_clock(bout)) {
        bout->result->genmoves[color]++;
        bout->result->seconds[color] += answer.seconds;
        return lose_by(bout, color, MATCH_GAME_TIME,
                       "lost on time at move %d: no answer within %.3g s", move_number(bout), left);
    }
    if (answer.outcome != ENGINE_OK) {
        return lose_by_answer(bout, color, command, answer, why.text);
    }
    charge(bout, color, answer.seconds);
    bout->move_seconds[bout->game->move_count] = answer.seconds;
    snprintf(vertex, sizeof vertex, "%.*s", (int)strcspn(answer.text, " \t\n"), answer.text);
    if (!point_from_text(vertex, geometry->width, geometry->height, point)) {
        return lose_by(bout, color, MATCH_GAME_GARBAGE,
                       "answered wrongly at move %d: no vertex of this board: %s",
                       move_number(bout), vertex);
    }
    return true;
}

static bool check_move(MatchGame *bout, Color color, Point point) {
    static const char *const FAULTS[] = {[MOVE_OFF_BOARD] = "off the board",
                                         [MOVE_OCCUPIED] = "occupied",
                                         [MOVE_SUICIDE] = "suicide",
                                         [MOVE_KO] = "ko",
                                         [MOVE_SUPERKO] = "superko"};
    char vertex[POINT_TEXT_MAX];
    const MoveCheck check = game_check(bout->game, color, point);
    return check == MOVE_LEGAL ||
           lose_by(bout, color, MATCH_GAME_ILLEGAL, "played the illegal move %s (%s) at move %d",
                   point_to_text(point, bout->game->geometry->height, vertex), FAULTS[check],
                   move_number(bout));
}

static bool is_over(const MatchGame *bout) {
    return bout->game->board.passes >= 2 || bout->game->move_count >= bout->options->move_limit;
}

/* Plays one move and tells it to the other side unless it was the last. Returns false if the game
 * is lost. */
static bool play_turn(MatchGame *bout) {
    Game *game = bout->game;
    const Color color = (Color)game->board.to_move;
    Point point;
    if (!tell_time_left(bout, color) || !ask_move(bout, color, &point)) {
        return false;
    }
    if (point == POINT_RESIGN) {
        return lose(bout, color, MATCH_GAME_RESIGNATION);
    }
    if (!check_move(bout, color, point)) {
        return false;
    }
    Status status;
    if (!game_play(game, color, point, &status)) {
        status_print("match", &status);
        exit(EXIT_FAILURE);
    }
    char vertex[POINT_TEXT_MAX];
    return is_over(bout) || tell(bout, color_opponent(color), "play %s %s", color_name(color),
                                 point_to_text(point, game->geometry->height, vertex));
}

/* ---- Counting ---- */

/* Reads "B+3.5", "W+2", "0" or "Draw". */
static bool read_score(const char *text, double *score) {
    char *end;
    if (strcmp(text, "0") == 0 || strcasecmp(text, "draw") == 0 || strcasecmp(text, "jigo") == 0) {
        *score = 0;
        return true;
    }
    if ((text[0] != 'B' && text[0] != 'W') || text[1] != '+') {
        return false;
    }
    const double margin = strtod(text + 2, &end);
    *score = text[0] == 'B' ? margin : -margin;
    return end != text + 2 && *end == '\0' && isfinite(margin) && margin >= 0;
}

/* Tells the referee the game as if it played Black, so that its errors end up in a result of its
 * own, of which only the message is used. */
static bool ask_referee(const MatchGame *bout, Seat *referee, double *score, Status *status) {
    MatchGameResult result = {.message = ""};
    Seat *const seats[2] = {referee, referee};
    MatchGame told = *bout;
    told.seats = seats;
    told.result = &result;
    told.clock.mode = GAME_CLOCK_NOT_SET;
    if (!seat_prepare(referee, status)) {
        return false;
    }
    if (!tell_start(&told, BLACK)) {
        return status_fail(status, "the referee %s", result.message);
    }
    Status why;
    const EngineAnswer answer =
        engine_process_ask(&referee->process, "final_score", bout->options->hang, &why);
    if (answer.outcome != ENGINE_OK) {
        return status_fail(status, "the referee: %.200s", why.text);
    }
    return read_score(answer.text, score) ||
           status_fail(status, "the referee: no score: %.40s", answer.text);
}

static double own_score(const MatchGame *bout) {
    uint8_t status[POINT_COUNT];
    if (bout->options->all_alive) {
        return game_score(bout->game, NULL);
    }
    stones_judge(bout->game, OWNERSHIP_UNKNOWN, NULL, status, NULL);
    return game_score(bout->game, status);
}

static void count(MatchGame *bout, Seat *referee) {
    MatchGameResult *result = bout->result;
    double score = 0;
    Status why;
    if (referee == NULL) {
        score = own_score(bout);
    } else if (!ask_referee(bout, referee, &score, &why)) {
        snprintf(result->message, sizeof result->message, "%s; counted without it", why.text);
        clean(result->message);
        score = own_score(bout);
    }
    result->end = bout->game->board.passes >= 2 ? MATCH_GAME_SCORE : MATCH_GAME_MOVE_LIMIT;
    result->winner = score > 0 ? BLACK : score < 0 ? WHITE : EMPTY;
    record_result(score, result->result);
}

void match_game_play(const MatchGameOptions *options, Seat *const seats[2], Seat *referee,
                     Game *game, double *move_seconds, MatchGameResult *result) {
    MatchGame bout = {.options = options,
                      .seats = seats,
                      .game = game,
                      .clock = options->clock,
                      .move_seconds = move_seconds,
                      .result = result};
    *result = (MatchGameResult){.message = ""};
    for (int i = 0; i < game->move_count; i++) {
        move_seconds[i] = 0;
    }
    bool goes_on = tell_start(&bout, BLACK) && tell_start(&bout, WHITE);
    while (goes_on && !is_over(&bout)) {
        goes_on = play_turn(&bout);
    }
    if (goes_on) {
        count(&bout, referee);
    }
    result->moves = game->move_count;
}
