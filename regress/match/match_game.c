#include "regress/match/match_game.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/go/ending/stone_status.h"

/* Between reports: the last one counts, and comes with the move. */
enum { REPORT_CENTISECONDS = 10000 };

typedef struct {
    const MatchGameOptions *options;
    MatchPlayer *const *players;
    Game *game;
    GameClock clocks[2]; /* by Color */
    MatchMove *moves;    /* by their place in the game */
    Color leader;        /* by which the last moves agree; EMPTY: none */
    int agreements;      /* how many of them */
    bool is_decided;
    MatchGameResult *result;
} MatchGame;

const char *const MATCH_GAME_END_NAMES[] = {"score", "resignation", "move_limit", "resign_agreed",
                                            "time",  "illegal",     "refused",    "crash",
                                            "hang",  "garbage",     NULL};

Color match_game_culprit(const MatchGameResult *result) {
    return result->end <= MATCH_GAME_RESIGN_AGREED ? EMPTY : color_opponent(result->winner);
}

/* ---- Losing ---- */

/* Makes a message printable: an engine's words in it may be any bytes. */
static void clean(char *message) {
    for (char *c = message; *c != '\0'; c++) {
        *c = *c >= ' ' && *c <= '~' ? *c : '?';
    }
}

/* Ends the game as a loss, with what the loser did wrong. Returns false: the game does not go on.
 */
static bool lose(MatchGame *match, Color loser, MatchGameEnd end, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static bool lose(MatchGame *match, Color loser, MatchGameEnd end, const char *format, ...) {
    MatchGameResult *result = match->result;
    va_list args;
    va_start(args, format);
    vsnprintf(result->message, sizeof result->message, format, args);
    va_end(args);
    clean(result->message);
    result->end = end;
    result->winner = color_opponent(loser);
    snprintf(result->result, sizeof result->result, "%c+%c", loser == BLACK ? 'W' : 'B',
             end == MATCH_GAME_RESIGNATION ? 'R'
             : end == MATCH_GAME_TIME      ? 'T'
                                           : 'F');
    return false;
}

/* The number of the move that is asked for or replayed. */
static int move_number(const MatchGame *match) {
    return match->game->move_count + 1;
}

/* Loses by the last answer, which is not ENGINE_OK; why is its status. Returns false. */
static bool lose_by_answer(MatchGame *match, Color loser, const char *why) {
    const EngineClient *client = &match->players[loser]->client;
    const int move = move_number(match);
    switch (client->answer.outcome) {
    case ENGINE_REFUSED:
        return lose(match, loser, MATCH_GAME_REFUSED, "refused \"%s\" at move %d: %.*s",
                    client->asked, move, (int)strcspn(client->answer.text, "\n"),
                    client->answer.text);
    case ENGINE_TIMEOUT:
        return lose(match, loser, MATCH_GAME_HANG, "hung at move %d: %s", move, why);
    case ENGINE_CLOSED:
        return lose(match, loser, MATCH_GAME_CRASH, "died at move %d: %s", move, why);
    case ENGINE_OK:
    case ENGINE_GARBAGE:
        break;
    }
    return lose(match, loser, MATCH_GAME_GARBAGE, "answered wrongly at move %d: %s", move, why);
}

/* ---- Commands: an engine that does not obey loses, and these return false ---- */

static bool tell_move(MatchGame *match, Color side, Move move) {
    Status why;
    return engine_client_play(&match->players[side]->client, move.color, move.point,
                              match->game->geometry->height, &why) ||
           lose_by_answer(match, side, why.text);
}

static bool has_clock(const MatchGame *match, Color color) {
    return game_clock_is_running(&match->clocks[color]);
}

/* Does the engine know of KGS's time systems? */
static bool knows_periods(const MatchEngine *engine) {
    return engine->knows[KNOWN_KGS_TIME_SETTINGS] || engine->knows[KNOWN_KATA_TIME_SETTINGS];
}

/* Sends the time settings as far as the engine can be told. Without KGS's commands, byo-yomi is
 * told as one move in each period, and an increment only by the time left. */
static bool tell_clock(EngineClient *client, const MatchEngine *engine, Status *status) {
    const GameClock *clock = &engine->options.clock;
    const bool is_byo_yomi = clock->mode == GAME_CLOCK_BYO_YOMI;
    if (is_byo_yomi && knows_periods(engine)) {
        return engine_client_tell(client, status, "%s-time_settings byoyomi %.0f %.0f %d",
                                  engine->knows[KNOWN_KGS_TIME_SETTINGS] ? "kgs" : "kata",
                                  clock->main_seconds, clock->period_seconds, clock->periods);
    }
    if (clock->mode == GAME_CLOCK_FISCHER && engine->knows[KNOWN_KATA_TIME_SETTINGS]) {
        return engine_client_tell(client, status, "kata-time_settings fischer %.0f %g",
                                  clock->main_seconds, clock->increment);
    }
    return !game_clock_is_running(clock) || !engine->knows[KNOWN_TIME_SETTINGS] ||
           engine_client_tell(client, status, "time_settings %.0f %.0f %d", clock->main_seconds,
                              clock->period_seconds, clock->period_stones);
}

/* Sends one engine the position at the start: set-up stones, then moves. Black comes first. */
static bool tell_start(MatchGame *match, Color side) {
    MatchPlayer *player = match->players[side];
    EngineClient *client = &player->client;
    const MatchEngine *engine = player->match_engine;
    const Game *game = match->game;
    const Geometry *geometry = game->geometry;
    Status why;
    if (!match_player_new_game(player, geometry->width, geometry->height, game->komi, &why) ||
        !tell_clock(client, engine, &why)) {
        return lose_by_answer(match, side, why.text);
    }
    bool ok =
        engine_client_place(client, geometry, game->past_cells,
                            engine->knows[KNOWN_SET_FREE_HANDICAP] ? game->handicap : 0, &why) ||
        lose_by_answer(match, side, why.text);
    for (int i = 0; ok && i < game->move_count; i++) {
        ok = tell_move(match, side, game->moves[i]);
    }
    return ok;
}

/* ---- The clock ---- */

/* Seconds until color's flag falls. */
static double seconds_left(const GameClock *clock, Color color) {
    const bool in_main_time = clock->stones_left[color] == 0;
    const int periods = clock->mode == GAME_CLOCK_CANADIAN ? in_main_time
                        : clock->mode == GAME_CLOCK_BYO_YOMI
                            ? clock->periods_left[color] - !in_main_time
                            : 0;
    return clock->left[color] + periods * clock->period_seconds;
}

/* Sends the time left, in whole seconds as GTP requires; to who knows of periods, KGS's way, how
 * many of them. */
static bool tell_time_left(MatchGame *match, Color color) {
    const MatchEngine *engine = match->players[color]->match_engine;
    const GameClock *clock = &match->clocks[color];
    if (!has_clock(match, color) || !engine->knows[KNOWN_TIME_LEFT]) {
        return true;
    }
    const bool counts_periods = clock->mode == GAME_CLOCK_BYO_YOMI &&
                                clock->stones_left[color] > 0 && knows_periods(engine);
    Status why;
    return engine_client_tell(&match->players[color]->client, &why, "time_left %s %.0f %d",
                              color_name(color), floor(clock->left[color]),
                              counts_periods ? clock->periods_left[color]
                                             : clock->stones_left[color]) ||
           lose_by_answer(match, color, why.text);
}

/* ---- Moves ---- */

/* How the engine is asked for a move with a report; NULL: it is not. */
static const char *report_dialect(const MatchGame *match, Color color) {
    const bool *knows = match->players[color]->match_engine->knows;
    return !match->options->wants_reports      ? NULL
           : knows[KNOWN_KATA_GENMOVE_ANALYZE] ? "kata"
           : knows[KNOWN_LZ_GENMOVE_ANALYZE]   ? "lz"
                                               : NULL;
}

/* Asks for a move. Returns false if none came and the game is lost. */
static bool ask_move(MatchGame *match, Color color, Point *point) {
    const Geometry *geometry = match->game->geometry;
    const double left = seconds_left(&match->clocks[color], color);
    const double margin = match->players[color]->match_engine->options.margin;
    const double limit = has_clock(match, color) ? left + margin : match->options->hang;
    const char *dialect = report_dialect(match, color);
    MatchMove *move = &match->moves[match->game->move_count];
    char command[48], vertex[16];
    Status why;
    if (dialect == NULL) {
        snprintf(command, sizeof command, "genmove %s", color_name(color));
    } else {
        snprintf(command, sizeof command, "%s-genmove_analyze %s %d", dialect, color_name(color),
                 REPORT_CENTISECONDS);
    }
    const EngineAnswer answer =
        engine_client_ask_within(&match->players[color]->client, command, limit, &why);
    const bool is_late = answer.outcome == ENGINE_TIMEOUT && has_clock(match, color);
    if (is_late || answer.outcome == ENGINE_OK) {
        match->result->genmoves[color]++;
        match->result->seconds[color] += answer.seconds;
    }
    if (is_late) {
        return left > 0 ? lose(match, color, MATCH_GAME_TIME,
                               "lost on time at move %d: no answer within %.3g s",
                               move_number(match), left)
                        : lose(match, color, MATCH_GAME_TIME,
                               "lost on time at move %d: no time was left", move_number(match));
    }
    if (answer.outcome != ENGINE_OK) {
        return lose_by_answer(match, color, why.text);
    }
    /* An answer that was there when we looked was in time: if this process was delayed, the engine
     * is not to blame. */
    game_clock_spend(&match->clocks[color], color, fmin(answer.seconds, left));
    match_move_clear(move, answer.seconds);
    const char *last = strrchr(answer.text, '\n'), *text = answer.text;
    if (dialect != NULL && last != NULL && strncmp(last, "\nplay ", 6) == 0) {
        text = last + 6;
    }
    snprintf(vertex, sizeof vertex, "%.*s", (int)strcspn(text, " \t\n"), text);
    if (!point_from_text(vertex, geometry->width, geometry->height, point)) {
        return lose(match, color, MATCH_GAME_GARBAGE,
                    "answered wrongly at move %d: not a vertex of this board: %s",
                    move_number(match), vertex);
    }
    if (text != answer.text) { /* its last report */
        const char *report = strstr(answer.text, "\ninfo ");
        for (const char *s = report; s != NULL; s = strstr(s + 1, "\ninfo ")) {
            report = s;
        }
        match_move_read_report(move, report == NULL ? "" : report, strcmp(dialect, "lz") == 0,
                               vertex, color);
    }
    return true;
}

static bool is_over(const MatchGame *match) {
    return match->is_decided || match->game->board.passes >= 2 ||
           match->game->move_count >= match->options->move_limit;
}

/* ---- Adjudication ---- */

/* Counts a move's win rate towards an agreement, which ends the game. */
static void agree(MatchGame *match, const MatchMove *move) {
    const double least = 1 - match->options->resign_percent / 100;
    const Color leader = move->win_rate >= least       ? BLACK
                         : 1 - move->win_rate >= least ? WHITE
                                                       : EMPTY;
    const int wanted = 2 * match->options->resign_moves;
    match->agreements = leader == EMPTY ? 0 : leader == match->leader ? match->agreements + 1 : 1;
    match->leader = leader;
    if (wanted > 0 && match->agreements >= wanted) {
        match->is_decided = true;
        match->result->end = MATCH_GAME_RESIGN_AGREED;
        match->result->winner = leader;
        snprintf(match->result->result, sizeof match->result->result, "%c+",
                 leader == BLACK ? 'B' : 'W'); /* FF[4]: by an unknown score */
    }
}

/* Plays one move and tells it to the other side unless it was the last. Returns false if the game
 * is lost. */
static bool play_turn(MatchGame *match) {
    static const char *const FAULTS[] = {[MOVE_OFF_BOARD] = "off the board",
                                         [MOVE_OCCUPIED] = "occupied",
                                         [MOVE_SUICIDE] = "suicide",
                                         [MOVE_KO] = "ko",
                                         [MOVE_SUPERKO] = "superko"};
    Game *game = match->game;
    const Color color = game->board.to_move;
    char vertex[POINT_TEXT_MAX];
    Point point;
    if (!tell_time_left(match, color) || !ask_move(match, color, &point)) {
        return false;
    }
    if (point == POINT_RESIGN) {
        return lose(match, color, MATCH_GAME_RESIGNATION, "%s", "");
    }
    const MoveCheck check = game_check(game, color, point);
    if (check != MOVE_LEGAL) {
        return lose(match, color, MATCH_GAME_ILLEGAL, "played the illegal move %s (%s) at move %d",
                    point_to_text(point, game->geometry->height, vertex), FAULTS[check],
                    move_number(match));
    }
    Status status;
    if (!game_play(game, color, point, &status)) { /* memory has run out */
        status_print("match", &status);
        exit(EXIT_FAILURE);
    }
    agree(match, &match->moves[game->move_count - 1]);
    return is_over(match) ||
           tell_move(match, color_opponent(color), game->moves[game->move_count - 1]);
}

/* ---- Counting ---- */

/* Says which engines count a game otherwise that two passes ended. */
static void compare_scores(MatchGame *match, double score) {
    MatchGameResult *result = match->result;
    size_t length = 0;
    for (int color = BLACK; color <= WHITE && result->end == MATCH_GAME_SCORE; color++) {
        MatchPlayer *player = match->players[color];
        double theirs;
        char text[32];
        Status ignored;
        if (player->match_engine->knows[KNOWN_FINAL_SCORE] &&
            engine_client_ask_line(&player->client, "final_score", text, sizeof text, &ignored) &&
            match_move_read_score(text, &theirs) && theirs != score) {
            length += (size_t)snprintf(result->message + length, sizeof result->message - length,
                                       "%s%s counts %s", length > 0 ? ", " : "",
                                       player->match_engine->name, text);
        }
    }
    clean(result->message);
}

static void count(MatchGame *match) {
    MatchGameResult *result = match->result;
    uint8_t status[POINT_COUNT];
    if (!match->options->all_alive) {
        stone_status_find(match->game, OWNERSHIP_UNKNOWN, match->options->prover, NULL, status,
                          NULL);
    }
    const double score = game_score(match->game, match->options->all_alive ? NULL : status);
    result->end = match->game->board.passes >= 2 ? MATCH_GAME_SCORE : MATCH_GAME_MOVE_LIMIT;
    result->winner = score > 0 ? BLACK : score < 0 ? WHITE : EMPTY;
    record_result(score, result->result);
    compare_scores(match, score);
}

void match_game_play(const MatchGameOptions *options, MatchPlayer *const players[2], Game *game,
                     MatchMove *moves, MatchGameResult *result) {
    MatchGame match_game = {.options = options,
                            .players = players,
                            .game = game,
                            .clocks = {players[BLACK]->match_engine->options.clock,
                                       players[WHITE]->match_engine->options.clock},
                            .moves = moves,
                            .leader = EMPTY,
                            .result = result};
    *result = (MatchGameResult){.message = ""};
    for (int i = 0; i < game->move_count; i++) {
        match_move_clear(&moves[i], 0);
    }
    bool goes_on = tell_start(&match_game, BLACK) && tell_start(&match_game, WHITE);
    while (goes_on && !is_over(&match_game)) {
        goes_on = play_turn(&match_game);
    }
    if (goes_on && !match_game.is_decided) {
        count(&match_game);
    }
    result->moves = game->move_count;
}
