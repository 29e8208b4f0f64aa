/* Checks of the analysis dialects of Leela Zero (lz-) and KataGo (kata-), which Sabaki and Lizzie
 * use, and of KataGo's commands for rules. */
#include "regress/comply/checks/levels.h"
#include "regress/comply/referee.h"
#include "regress/comply/script.h"

#include "engine/base/clock.h"
#include "engine/base/json.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOKEN_MAX = 64, REPORT_MOVES_MAX = 400 };
enum { WANTS_OWNERSHIP = 1, WANTS_PV_VISITS = 2 };

/* ---- Reports ---- */

/* A report that is read word by word. */
typedef struct {
    Probe *probe;
    const char *rest;
    char word[TOKEN_MAX];
    bool is_kata;
    unsigned wanted;          /* bits of WANTS_... */
    const Game *game;         /* the position that it is about */
    Color color;              /* the side to move */
    int moves;                /* read so far */
    int pv_length, pv_visits; /* of the present move; -1: it has no pvVisits */
    Point seen[REPORT_MOVES_MAX];
} ReportReader;

static bool next_word(ReportReader *reader) {
    reader->rest += strspn(reader->rest, " ");
    const size_t length = strcspn(reader->rest, " \n");
    snprintf(reader->word, sizeof reader->word, "%.*s", (int)length, reader->rest);
    reader->rest += length;
    return length > 0;
}

static bool is_vertex(const ReportReader *reader, const char *word, Point *point) {
    const int size = reader->game->geometry->width;
    return point_from_text(word, size, size, point) && *point != POINT_RESIGN;
}

/* A finite number; KataGo writes small ones with exponents. */
static bool read_figure(const char *word, double *value) {
    char *end;
    *value = strtod(word, &end);
    return *word != '\0' && *end == '\0' && strspn(word, "+-0123456789.eE") == strlen(word);
}

static bool is_integer(const char *word) {
    const size_t sign = word[0] == '-';
    return word[sign] != '\0' && strspn(word + sign, "0123456789") == strlen(word + sign);
}

/* Complains unless the number of a key is as its dialect has it. */
static bool check_number(ReportReader *reader, const char *key, const char *word) {
    double value;
    const bool is_share = strcmp(key, "winrate") == 0 || strcmp(key, "prior") == 0;
    const bool is_count = strcmp(key, "visits") == 0 || strcmp(key, "order") == 0;
    const double most = reader->is_kata ? 1 : 10000;
    if (!read_figure(word, &value)) {
        probe_complain_of(reader->probe, reader->word, "%s with a number, not %s", key, word);
        return false;
    }
    if ((is_count || (is_share && !reader->is_kata)) && !is_integer(word)) {
        probe_complain(reader->probe, "%s as an integer%s, not %s", key,
                       is_share ? " from 0 to 10000" : "", word);
        return false;
    }
    if ((is_share && (value < 0 || value > most)) || (is_count && value < 0)) {
        probe_complain(reader->probe, "%s from 0 to %g, not %s", key, is_share ? most : INFINITY,
                       word);
        return false;
    }
    if (strcmp(key, "order") == 0 && value != reader->moves) {
        probe_complain(reader->probe, "moves in order: order %d, not %s", reader->moves, word);
        return false;
    }
    return true;
}

/* Reads the moves of a line of play, which begins with `first`. The next key is left in word. */
static bool check_line(ReportReader *reader, const char *first, bool *is_over) {
    Point point;
    Board board;
    Color color = reader->color;
    int length = 0;
    board_copy(&board, &reader->game->board);
    *is_over = true;
    while (next_word(reader)) {
        if (!is_vertex(reader, reader->word, &point)) {
            *is_over = false;
            break;
        }
        if (length++ == 0 && strcasecmp(reader->word, first) != 0) {
            probe_complain(reader->probe, "pv of %s that begins with it, not with %s", first,
                           reader->word);
            return false;
        }
        if (board_check(&board, color, point, true) != MOVE_LEGAL) {
            probe_complain(reader->probe, "pv of %s that can be played, unlike %s", first,
                           reader->word);
            return false;
        }
        board_play(&board, color, point);
        color = color_opponent(color);
    }
    if (length == 0) {
        probe_complain(reader->probe, "pv of %s with a move", first);
    }
    reader->pv_length = length;
    return length > 0;
}

/* Reads "move V", a legal move that no report before it had. */
static bool check_vertex(ReportReader *reader, char move[TOKEN_MAX]) {
    Point point;
    if (!next_word(reader) || strcmp(reader->word, "move") != 0 || !next_word(reader) ||
        !is_vertex(reader, reader->word, &point)) {
        probe_complain(reader->probe, "\"info move VERTEX ...\"");
        return false;
    }
    snprintf(move, TOKEN_MAX, "%s", reader->word);
    if (board_check(&reader->game->board, reader->color, point, true) != MOVE_LEGAL) {
        probe_complain(reader->probe, "legal moves, not %s", move);
        return false;
    }
    for (int i = 0; i < reader->moves; i++) {
        if (reader->seen[i] == point) {
            probe_complain(reader->probe, "each move once, %s too", move);
            return false;
        }
    }
    if (reader->moves < REPORT_MOVES_MAX) {
        reader->seen[reader->moves] = point;
    }
    return true;
}

/* Reads the value or values of a key of this move. */
static bool check_value(ReportReader *reader, const char *move, const char *key, bool *is_over) {
    double ignored;
    if (strcmp(key, "pv") == 0) {
        return check_line(reader, move, is_over);
    }
    if (!next_word(reader)) {
        probe_complain(reader->probe, "a value after %s", key);
        return false;
    }
    if (strcmp(key, "isSymmetryOf") != 0 && !check_number(reader, key, reader->word)) {
        return false;
    }
    const bool is_list = strncmp(key, "pv", 2) == 0 || strncmp(key, "movesOwn", 8) == 0;
    int count = 0;
    do {
        *is_over = !next_word(reader);
        count++;
    } while (is_list && !*is_over && read_figure(reader->word, &ignored));
    reader->pv_visits = strcmp(key, "pvVisits") == 0 ? count : reader->pv_visits;
    return true;
}

/* Reads one "move V key value ...". Returns false after a complaint. The next word, if any, is in
 * reader->word; *is_over is set at the end of the report. */
static bool check_move(ReportReader *reader, bool *is_over) {
    static const char *const NEEDED[] = {"visits", "winrate", "order", "pv"};
    char move[TOKEN_MAX], key[TOKEN_MAX];
    bool has[4] = {false};
    reader->pv_visits = -1;
    if (!check_vertex(reader, move)) {
        return false;
    }
    *is_over = !next_word(reader);
    while (!*is_over && strcmp(reader->word, "info") != 0 &&
           strcmp(reader->word, "rootInfo") != 0 && strncmp(reader->word, "ownership", 9) != 0) {
        snprintf(key, sizeof key, "%s", reader->word);
        for (size_t i = 0; i < 4; i++) {
            has[i] = has[i] || strcmp(key, NEEDED[i]) == 0;
        }
        if (!check_value(reader, move, key, is_over)) {
            return false;
        }
    }
    for (size_t i = 0; i < 4; i++) {
        if (!has[i]) {
            probe_complain(reader->probe, "%s of %s", NEEDED[i], move);
            return false;
        }
    }
    if (reader->pv_visits >= 0 ? reader->pv_visits != reader->pv_length
                               : (reader->wanted & WANTS_PV_VISITS) != 0) {
        probe_complain(reader->probe, "pvVisits of %s with a value for each of the %d moves of pv",
                       move, reader->pv_length);
        return false;
    }
    reader->moves += reader->moves < REPORT_MOVES_MAX;
    return true;
}

/* Checks a line "info move ... info move ... [rootInfo ...] [ownership ...]". */
static bool check_report(Probe *probe, const char *line, bool is_kata, const Game *game,
                         Color color, unsigned wanted) {
    ReportReader reader = {.probe = probe,
                           .rest = line,
                           .is_kata = is_kata,
                           .wanted = wanted,
                           .game = game,
                           .color = color};
    bool is_over = !next_word(&reader), ok = true;
    while (ok && !is_over && strcmp(reader.word, "info") == 0) {
        ok = check_move(&reader, &is_over);
    }
    while (ok && !is_over && strcmp(reader.word, "ownership") != 0) {
        is_over = !next_word(&reader); /* of rootInfo */
    }
    int count = 0;
    for (double value; ok && !is_over && next_word(&reader); count++) {
        ok = read_figure(reader.word, &value) && value >= -1 && value <= 1;
        if (!ok) {
            probe_complain(probe, "ownership from -1 to 1, not %s", reader.word);
        }
    }
    if (ok && (wanted & WANTS_OWNERSHIP) != 0 && count != game->geometry->cell_count) {
        probe_complain(probe, "ownership with %d values, not %d", game->geometry->cell_count,
                       count);
        ok = false;
    }
    return ok;
}

/* ---- Analyses that run until the next line ---- */

/* Starts an analysis and reads until `reports` reports have come or it has ended. Returns false if
 * neither happens within `seconds`. */
static bool start_stream(Probe *probe, const char *command, int reports, double seconds) {
    Connection *connection = probe_connection(probe);
    if (connection == NULL) {
        return false;
    }
    Text *received = &connection->received;
    text_clear(&probe->raw);
    text_add(&probe->sent, "%s\n", command);
    const double end = clock_seconds() + seconds;
    connection_send(connection, command, strlen(command), probe->timeout);
    connection_send(connection, "\n", 1, probe->timeout);
    for (int count = 0; count < reports;) {
        count = 0; /* of whole lines */
        for (const char *at = text_get(received); (at = strstr(at, "info move")) != NULL;
             at += strcspn(at, "\n")) {
            count += strchr(at, '\n') != NULL;
        }
        if (strstr(text_get(received), "\n\n") != NULL) {
            break;
        }
        if (count < reports && !connection_receive(connection, end - clock_seconds())) {
            return false;
        }
    }
    return true;
}

/* Sends protocol_version and leaves the whole of the analysis' response in probe->raw. Returns
 * false after a complaint. */
static bool end_stream(Probe *probe) {
    enum { MOST_BYTES = 1 << 20 };
    Connection *connection = probe_connection(probe);
    if (connection == NULL) {
        return false;
    }
    Text *received = &connection->received;
    text_add(&probe->sent, "protocol_version\n");
    connection_send(connection, "protocol_version\n", 17, probe->timeout);
    const double limit = clock_seconds() + probe->timeout;
    const char *version = NULL;
    while ((version = strstr(text_get(received), "\n\n=")) == NULL ||
           strstr(version + 2, "\n\n") == NULL) {
        if (received->length > MOST_BYTES ||
            !connection_receive(connection, limit - clock_seconds())) {
            text_append(&probe->raw, text_get(received), received->length);
            probe_complain(probe, "the end of the analysis at the next line, and its response");
            probe_drop_engine(probe);
            return false;
        }
    }
    const size_t length = (size_t)(version - text_get(received)) + 2;
    text_append(&probe->raw, received->bytes, length);
    connection_take(connection, received->length);
    return true;
}

static bool stream(Probe *probe, const char *command, int reports) {
    start_stream(probe, command, reports, probe->timeout);
    return end_stream(probe);
}

/* Checks the reports of an analysis. */
static void check_stream(Probe *probe, const char *command, bool is_kata, unsigned wanted) {
    Game *game = referee_new_game(probe->size);
    probe_new_game(probe);
    probe_ask(probe, "play b C3");
    referee_play(game, BLACK, "C3");
    if (stream(probe, command, 2)) {
        const char *line = text_get(&probe->raw);
        int reports = 0;
        bool ok = strncmp(line, "=5", 2) == 0;
        if (!ok) {
            probe_complain(probe, "=5 at once, and reports");
        }
        for (line += strcspn(line, "\n") + 1; ok && *line != '\0' && *line != '\n';
             line += strcspn(line, "\n") + 1) {
            if (strncmp(line, "info", 4) == 0) {
                ok = check_report(probe, line, is_kata, game, WHITE, wanted);
                reports++;
            }
        }
        if (ok && reports == 0) {
            probe_complain(probe,
                           "reports that begin with \"info move\", one to a line, after \"=\"");
        }
    }
    game_free(game);
}

static void check_lz_analyze(Probe *probe) {
    check_stream(probe, "5 lz-analyze w 10", false, 0);
}

static void check_lz_analyze_bare(Probe *probe) {
    check_stream(probe, "5 lz-analyze 10", false, 0);
}

static void check_kata_analyze(Probe *probe) {
    check_stream(probe, "5 kata-analyze w 10", true, 0);
}

static void check_kata_ownership(Probe *probe) {
    check_stream(probe, "5 kata-analyze w 10 ownership true", true, WANTS_OWNERSHIP);
}

static void check_kata_pv_visits(Probe *probe) {
    check_stream(probe, "5 kata-analyze w 10 pvVisits true", true, WANTS_PV_VISITS);
}

/* The analysis command that the engine knows, with a color and an interval of 0.1 s. */
static const char *analysis_of(const Probe *probe, Color color) {
    return probe_knows(probe, "lz-analyze") ? color == BLACK ? "lz-analyze b 10" : "lz-analyze w 10"
           : color == BLACK                 ? "kata-analyze b 10"
                                            : "kata-analyze w 10";
}

/* Three reports in a third of the timeout: 10 s by default, for 0.3 s. */
static void check_interval(Probe *probe) {
    const double seconds = probe->timeout / 3;
    probe_new_game(probe);
    text_clear(&probe->raw);
    const bool has_come = start_stream(probe, analysis_of(probe, BLACK), 3, seconds);
    if (end_stream(probe) && !has_come) {
        probe_complain(probe, "3 reports within %.3g s: the interval, 10, is in centiseconds",
                       seconds);
    }
}

/* An empty line is sent, and nothing else before the end has come. */
static void check_blank_line(Probe *probe) {
    probe_new_game(probe);
    start_stream(probe, analysis_of(probe, BLACK), 1, probe->timeout);
    Connection *connection = probe_connection(probe);
    if (connection == NULL) {
        return;
    }
    text_add(&probe->sent, "\n");
    connection_send(connection, "\n", 1, probe->timeout);
    if (!connection_await(connection, "\n\n", probe->timeout)) {
        text_append(&probe->raw, text_get(&connection->received), connection->received.length);
        probe_complain(probe, "the end of the analysis at the empty line, within %g s",
                       probe->timeout);
        probe_drop_engine(probe);
        return;
    }
    end_stream(probe);
}

/* A figure of the first report of the last response, after "info move" or "rootInfo". NAN if it is
 * not there. */
static double find_figure(const Probe *probe, const char *from, const char *key) {
    double value;
    char text[32];
    snprintf(text, sizeof text, " %s ", key);
    const char *start = strstr(text_get(&probe->raw), from);
    const char *at = start == NULL ? NULL : strstr(start, text);
    return at != NULL && at < start + strcspn(start, "\n") &&
                   sscanf(at + strlen(text), "%lf", &value) == 1
               ? value
               : NAN;
}

/* White has all the stones but one. */
static void play_lopsided(Probe *probe) {
    probe_new_game(probe);
    probe_ask(probe, "play b A1");
    for (int row = 1; row <= 5; row++) {
        probe_ask(probe, "play w C%d", row);
        probe_ask(probe, "play w E%d", row);
    }
}

/* A win rate of the color that is named is high for White and low for Black. */
static void check_side(Probe *probe) {
    const double half = probe_knows(probe, "lz-analyze") ? 5000 : 0.5;
    play_lopsided(probe);
    for (Color color = BLACK; color <= WHITE && stream(probe, analysis_of(probe, color), 1);
         color++) {
        const double winrate = find_figure(probe, "info move", "winrate");
        if (color == BLACK ? winrate > half : winrate < half) {
            probe_complain(probe, "a win rate of %s, not %g: White is winning", color_name(color),
                           winrate);
            return;
        }
    }
}

/* winrate, scoreLead and rootInfo are all of the same side. */
static void check_perspective(Probe *probe) {
    static const char *const COMMANDS[] = {"kata-analyze b 10 rootInfo true",
                                           "kata-analyze w 10 rootInfo true"};
    static const struct {
        const char *from, *key;
        double even; /* the value of an even game */
    } OTHERS[] = {
        {"info move", "scoreLead", 0}, {"rootInfo", "winrate", 0.5}, {"rootInfo", "scoreLead", 0}};
    play_lopsided(probe);
    for (int i = 0; i < 2 && probe->complaint_count == 0 && stream(probe, COMMANDS[i], 1); i++) {
        const double winrate = find_figure(probe, "info move", "winrate");
        for (size_t k = 0; k < 3 && fabs(winrate - 0.5) > 0.4; k++) {
            const double value = find_figure(probe, OTHERS[k].from, OTHERS[k].key);
            if ((value - OTHERS[k].even) * (winrate - 0.5) < 0) {
                probe_complain(probe, "%s after \"%s\" of the side whose winrate is %g, not %g",
                               OTHERS[k].key, OTHERS[k].from, winrate, value);
                break;
            }
        }
    }
}

/* Black has a row of stones near the top, White one near the bottom. */
static void check_ownership_sides(Probe *probe) {
    static const char *const COMMANDS[] = {"kata-analyze b 10 ownership true",
                                           "kata-analyze w 10 ownership true"};
    const int size = probe->size;
    probe_new_game(probe);
    for (int x = 0; x < size; x++) {
        probe_ask(probe, "play b %c%d", "ABCDEFGHJKLMNOPQRST"[x], size - 1);
        probe_ask(probe, "play w %c2", "ABCDEFGHJKLMNOPQRST"[x]);
    }
    for (int i = 0; i < 2 && probe->complaint_count == 0 && stream(probe, COMMANDS[i], 1); i++) {
        const char *at = strstr(text_get(&probe->raw), " ownership ");
        double top = 0, bottom = 0;
        char *rest = at == NULL ? NULL : (char *)at + 11;
        for (int cell = 0; rest != NULL && cell < size * size; cell++) {
            const double value = strtod(rest, &rest);
            top += cell < 2 * size ? value : 0;
            bottom += cell >= size * (size - 2) ? value : 0;
        }
        if (rest != NULL && (i == 0 ? top < bottom : top > bottom)) {
            probe_complain(probe,
                           "ownership from the top left, for %s to move: Black has the top and "
                           "White the bottom",
                           i == 0 ? "Black" : "White");
        }
    }
}

static void check_kata_maxmoves(Probe *probe) {
    probe_new_game(probe);
    if (stream(probe, "kata-analyze b 10 maxmoves 1", 1)) {
        const char *first = strstr(text_get(&probe->raw), "info move");
        const size_t length = first == NULL ? 0 : strcspn(first, "\n");
        const char *second = first == NULL ? NULL : strstr(first + 1, "info move");
        if (second != NULL && second < first + length) {
            probe_complain(probe, "one move a report");
        }
    }
}

static void check_kata_allow(Probe *probe) {
    probe_new_game(probe);
    if (stream(probe, "kata-analyze b 10 allow b C3,D4 1", 2)) {
        for (const char *at = text_get(&probe->raw); (at = strstr(at, "info move ")) != NULL;) {
            at += strlen("info move ");
            if (strncasecmp(at, "C3 ", 3) != 0 && strncasecmp(at, "D4 ", 3) != 0) {
                probe_complain(probe, "no moves but C3 and D4, unlike %.*s",
                               (int)strcspn(at, " \n"), at);
                return;
            }
        }
    }
}

static void check_kata_root(Probe *probe) {
    static const char *const KEYS[] = {"visits", "winrate", "scoreLead"};
    probe_new_game(probe);
    for (size_t i = 0; i < 3 && probe->complaint_count == 0 &&
                       (i > 0 || stream(probe, "kata-analyze b 10 rootInfo true", 1));
         i++) {
        if (!isfinite(find_figure(probe, "rootInfo", KEYS[i]))) {
            probe_complain(probe, "rootInfo after the moves, with %s", KEYS[i]);
        }
    }
}

/* An analysis ends where a second one begins, and leaves board and history as they were. */
static void check_analysis_position(Probe *probe) {
    Game *game = referee_new_game(probe->size);
    probe_new_game(probe);
    if (stream(probe, analysis_of(probe, BLACK), 1) && probe_expect(probe, "play b C3", "=") &&
        stream(probe, analysis_of(probe, WHITE), 1)) {
        referee_play(game, BLACK, "C3");
        referee_check(probe, game);
        if (probe_knows(probe, "undo") && probe->complaint_count == 0) {
            script_run("undo\nplay w C3\n", probe);
        }
    }
    game_free(game);
}

/* Checks "*genmove_analyze": reports, and "play VERTEX" as the last line. */
static void check_genmove_analyze(Probe *probe, const char *command, bool is_kata) {
    Game *game = referee_new_game(probe->size);
    char vertex[16] = "", line[32];
    probe_new_game(probe);
    probe_ask(probe, "play b C3");
    referee_play(game, BLACK, "C3");
    const Reply *reply = probe_ask(probe, "%s w 10", command);
    const char *play = probe_last_line(reply);
    if (reply->sign == '\0') {
    } else if (reply->sign != '=' || sscanf(play, "play %15s", vertex) != 1) {
        probe_complain(probe, "a last line \"play VERTEX\"");
    } else if (strcasecmp(vertex, "resign") != 0 && !referee_play(game, WHITE, vertex)) {
        probe_complain(probe, "a legal move, not %s", vertex);
    } else {
        const char *info = strstr(reply->body, "info move");
        if (info != NULL && game->move_count == 2) {
            Status status;
            game_undo(game, 1, &status);
            if (check_report(probe, info, is_kata, game, WHITE, 0) &&
                strcasecmp(vertex, "pass") != 0) {
                snprintf(line, sizeof line, "play b %s", vertex);
                probe_expect(probe, line, "?");
            }
        }
    }
    game_free(game);
}

/* The command for a move with reports that the engine has. */
static const char *genmove_of(const Probe *probe) {
    return probe_knows(probe, "lz-genmove_analyze") ? "lz-genmove_analyze" : "kata-genmove_analyze";
}

/* The move of the color that is named, though the other one begins. */
static void check_genmove_color(Probe *probe) {
    Point point;
    char vertex[16];
    Game *game = referee_new_game(probe->size);
    probe_new_game(probe);
    const Reply *reply = probe_ask(probe, "%s w 10", genmove_of(probe));
    if (sscanf(probe_last_line(reply), "play %15s", vertex) == 1 &&
        point_from_text(vertex, probe->size, probe->size, &point) && point_is_move(point)) {
        referee_expect_stone(probe, game, point, WHITE);
    }
    game_free(game);
}

/* The search may be over before the interval; most engines report its end all the same. */
static void check_genmove_report(Probe *probe) {
    probe_new_game(probe);
    const Reply *reply = probe_ask(probe, "%s b 10", genmove_of(probe));
    if (reply->sign == '=' && strstr(reply->body, "info move") == NULL) {
        probe_complain(probe, "a report that begins with \"info move\" before the move");
    }
}

static void check_lz_genmove(Probe *probe) {
    check_genmove_analyze(probe, "lz-genmove_analyze", false);
}

static void check_kata_genmove(Probe *probe) {
    check_genmove_analyze(probe, "kata-genmove_analyze", true);
}

/* ---- Rules ---- */

static void check_rules_json(Probe *probe) {
    static const char *const KEYS[] = {"ko", "scoring", "tax", "suicide"};
    json_error_t error;
    const Reply *reply = probe_ask(probe, "kata-get-rules");
    json_t *rules = json_read(reply->body, strlen(reply->body), 0, &error);
    for (size_t i = 0; reply->sign != '\0' && i < 4 && probe->complaint_count == 0; i++) {
        const json_t *value = json_object_get(rules, KEYS[i]);
        if (i < 3 ? !json_is_string(value) : !json_is_boolean(value)) {
            probe_complain(probe, "= and one JSON object with %s, a %s", KEYS[i],
                           i < 3 ? "string" : "boolean");
        }
    }
    json_decref(rules);
}

/* Rules that are not the engine's first ones outlive a refusal. */
static void check_rules_refusal(Probe *probe) {
    char before[1024];
    for (int i = 0; i < 2 && probe->complaint_count == 0; i++) {
        if (probe_ask(probe, "kata-set-rules %s", i == 0 ? "japanese" : "chinese")->sign == '=') {
            snprintf(before, sizeof before, "%s", probe_ask(probe, "kata-get-rules")->body);
            probe_expect(probe, "kata-set-rules no-such-rules", "?");
            if (strcmp(probe_ask(probe, "kata-get-rules")->body, before) != 0) {
                probe_complain(probe, "the rules as before the refusal: %s", before);
            }
        }
    }
}

enum {
    ANALYSTS = SABAKI | LIZZIE,
};

// clang-format off
const ComplyCheck ANALYZE_CHECKS[] = {
    {.id = "analysis.lz", .levels = ANALYSTS, .source = "Leela Zero, lz-analyze", .needs = "lz-analyze",
     .run = check_lz_analyze, .meaning = "reports have moves in order with visits, winrate and pv, and end at the next line"},
    {.id = "analysis.lz_bare", .levels = ANALYSTS, .source = "Leela Zero, lz-analyze", .needs = "lz-analyze",
     .run = check_lz_analyze_bare, .meaning = "the color may be left out"},
    {.id = "analysis.kata", .levels = ANALYSTS, .source = "KataGo, GTP_Extensions.md", .needs = "kata-analyze",
     .run = check_kata_analyze, .meaning = "reports have moves in order with finite numbers, and end at the next line"},
    {.id = "analysis.kata_ownership", .levels = ANALYSTS, .source = "KataGo, GTP_Extensions.md",
     .needs = "kata-analyze kata-get-rules", .run = check_kata_ownership,
     .meaning = "ownership has a value from -1 to 1 for each point"},
    {.id = "analysis.side", .levels = ANALYSTS, .source = "Leela Zero, lz-analyze", .needs = "lz-analyze|kata-analyze",
     .run = check_side, .meaning = "win rates are those of the side to move"},
    {.id = "analysis.interval", .levels = ANALYSTS, .source = "KataGo, GTP_Extensions.md; Leela Zero", .needs = "lz-analyze|kata-analyze",
     .run = check_interval, .meaning = "reports come as often as asked, in centiseconds"},
    {.id = "analysis.blank_line", .levels = ANALYSTS, .source = "KataGo, GTP_Extensions.md", .needs = "lz-analyze|kata-analyze",
     .run = check_blank_line, .meaning = "an empty line ends an analysis"},
    {.id = "analysis.kata_perspective", .levels = ANALYSTS, .source = "KataGo, GTP_Extensions.md",
     .needs = "kata-analyze kata-get-rules", .run = check_perspective, .meaning = "winrate, scoreLead and rootInfo are of one side"},
    {.id = "analysis.kata_ownership_sides", .levels = ANALYSTS, .source = "KataGo, GTP_Extensions.md",
     .needs = "kata-analyze kata-get-rules", .run = check_ownership_sides,
     .meaning = "ownership begins at the top left, and is that of the side to move"},
    {.id = "analysis.kata_pv_visits", .levels = LIZZIE, .source = "KataGo, GTP_Extensions.md",
     .needs = "kata-analyze kata-get-rules", .run = check_kata_pv_visits, .meaning = "pvVisits has a value for each move of pv"},
    {.id = "analysis.kata_allow", .levels = LIZZIE, .source = "KataGo, GTP_Extensions.md",
     .needs = "kata-analyze kata-get-rules", .run = check_kata_allow, .meaning = "allow leaves no other moves"},
    {.id = "analysis.kata_maxmoves", .levels = LIZZIE, .source = "KataGo, GTP_Extensions.md",
     .needs = "kata-analyze kata-get-rules", .run = check_kata_maxmoves, .meaning = "maxmoves limits the moves of a report"},
    {.id = "analysis.kata_root", .levels = LIZZIE, .source = "KataGo, GTP_Extensions.md",
     .needs = "kata-analyze kata-get-rules", .run = check_kata_root, .meaning = "rootInfo is reported if asked for, with visits, winrate and scoreLead"},
    {.id = "analysis.position", .levels = ANALYSTS, .source = "Sabaki", .needs = "lz-analyze|kata-analyze",
     .run = check_analysis_position, .meaning = "an analysis leaves board and history as they were"},
    {.id = "analysis.lz_genmove", .levels = ANALYSTS, .source = "Leela Zero, lz-genmove_analyze",
     .needs = "lz-genmove_analyze", .run = check_lz_genmove, .meaning = "reports, and then \"play VERTEX\", which is played"},
    {.id = "analysis.kata_genmove", .levels = ANALYSTS, .source = "KataGo, GTP_Extensions.md",
     .needs = "kata-genmove_analyze", .run = check_kata_genmove, .meaning = "reports, and then \"play VERTEX\", which is played"},
    {.id = "analysis.genmove_color", .levels = ANALYSTS, .source = "KataGo, GTP_Extensions.md; Leela Zero",
     .needs = "lz-genmove_analyze|kata-genmove_analyze", .run = check_genmove_color, .meaning = "the move is one of the requested color"},
    {.id = "analysis.genmove_report", .levels = ANALYSTS, .source = "Lizzie", .is_advice = true,
     .needs = "lz-genmove_analyze|kata-genmove_analyze", .run = check_genmove_report,
     .meaning = "a move comes with a report, however short the search"},
    {.id = "kata.rules", .levels = LIZZIE, .source = "KataGo, GTP_Extensions.md", .needs = "kata-set-rules kata-get-rules",
     .wants_new = true, .meaning = "rules have names, and other names are refused",
     .script = "kata-set-rules japanese\n=\nkata-set-rules chinese\n=\nkata-set-rules tromp-taylor\n=\n"
               "kata-set-rules no-such-rules\n?\n"},
    {.id = "kata.rules_json", .levels = LIZZIE, .source = "KataGo, GTP_Extensions.md", .needs = "kata-get-rules",
     .run = check_rules_json, .meaning = "kata-get-rules answers a JSON object with ko, scoring, tax and suicide"},
    {.id = "kata.rules_refusal", .levels = LIZZIE, .source = "clients", .needs = "kata-set-rules kata-get-rules",
     .wants_new = true, .run = check_rules_refusal, .meaning = "refused rules change nothing"},
    {.id = "kata.rule", .levels = LIZZIE, .source = "KataGo, GTP_Extensions.md", .needs = "kata-set-rule", .wants_new = true,
     .meaning = "a rule of another name is refused", .script = "kata-set-rule no-such-rule true\n?\n"},
    {.id = "kata.suicide", .levels = TOURNAMENT, .source = "GTP 2, play; KataGo, GTP_Extensions.md", .needs = "kata-set-rules",
     .wants_new = true, .meaning = "suicide of a chain is illegal by Chinese rules and legal by Tromp-Taylor rules",
     .script = "new\nkata-set-rules chinese\n=\nplay b A3\nplay b B2\nplay b C1\nplay w A1\nplay w A2\nplay w B1\n?\n"
               "kata-set-rules tromp-taylor\n=\nplay w B1\n=\n"},
    {0},
};
// clang-format on
