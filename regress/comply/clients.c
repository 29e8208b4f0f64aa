/* Checks of what clients add to GTP: the analysis dialects of Leela Zero (lz-) and KataGo (kata-),
 * which Sabaki and Lizzie use, and the conventions of GoGui, KGS, CGOS and gomill. */
#include "regress/comply/referee.h"

#include "engine/base/clock.h"
#include "engine/base/json.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOKEN_MAX = 64, REPORT_MOVES_MAX = 400 };

/* ---- Reports ---- */

/* A report that is read word by word. */
typedef struct {
    Probe *probe;
    const char *rest;
    char word[TOKEN_MAX];
    bool is_kata;
    const Game *game; /* the position that it is about */
    Color color;      /* the side to move */
    int moves;        /* read so far */
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
        probe_complain(reader->probe, "a value behind %s", key);
        return false;
    }
    if (strcmp(key, "isSymmetryOf") != 0 && !check_number(reader, key, reader->word)) {
        return false;
    }
    const bool is_list = strncmp(key, "pv", 2) == 0 || strncmp(key, "movesOwn", 8) == 0;
    do {
        *is_over = !next_word(reader);
    } while (is_list && !*is_over && read_figure(reader->word, &ignored));
    return true;
}

/* Reads one "move V key value ...". Returns false after a complaint. The next word, if any, is in
 * reader->word; *is_over is set at the end of the report. */
static bool check_move(ReportReader *reader, bool *is_over) {
    static const char *const NEEDED[] = {"visits", "winrate", "order", "pv"};
    char move[TOKEN_MAX], key[TOKEN_MAX];
    bool has[4] = {false};
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
    reader->moves += reader->moves < REPORT_MOVES_MAX;
    return true;
}

/* Checks a line "info move ... info move ... [rootInfo ...] [ownership ...]". */
static bool check_report(Probe *probe, const char *line, bool is_kata, const Game *game,
                         Color color, bool wants_ownership) {
    ReportReader reader = {
        .probe = probe, .rest = line, .is_kata = is_kata, .game = game, .color = color};
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
    if (ok && wants_ownership && count != game->geometry->cell_count) {
        probe_complain(probe, "ownership with %d values, not %d", game->geometry->cell_count,
                       count);
        ok = false;
    }
    return ok;
}

/* ---- Analyses that run until the next line ---- */

/* Sends an analysis, reads some reports, sends protocol_version, and leaves the whole of the
 * analysis' response in probe->raw. Returns false after a complaint. */
static bool stream(Probe *probe, const char *command, int reports) {
    enum { MOST_BYTES = 1 << 20 };
    Connection *connection = probe_connection(probe);
    if (connection == NULL) {
        return false;
    }
    Text *received = &connection->received;
    text_clear(&probe->raw);
    text_add(&probe->sent, "%s\n", command);
    const double end = clock_seconds() + probe->timeout;
    connection_send(connection, command, strlen(command), probe->timeout);
    connection_send(connection, "\n", 1, probe->timeout);
    for (int count = 0; count < reports;) {
        count = 0;
        for (const char *at = text_get(received); (at = strstr(at, "info move")) != NULL;
             at += strcspn(at, "\n")) {
            count += strchr(at, '\n') != NULL;
        }
        if (strncmp(text_get(received), "?", 1) == 0 ||
            strstr(text_get(received), "\n\n") != NULL ||
            (count < reports && !connection_receive(connection, end - clock_seconds()))) {
            break;
        }
    }
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

/* Checks the reports of an analysis. */
static void check_stream(Probe *probe, const char *command, bool is_kata, bool wants_ownership) {
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
                ok = check_report(probe, line, is_kata, game, WHITE, wants_ownership);
                reports++;
            }
        }
        if (ok && reports == 0) {
            probe_complain(
                probe, "reports that begin \"info move\", each on a line of its own, below \"=\"");
        }
    }
    game_free(game);
}

static void check_lz_analyze(Probe *probe) {
    check_stream(probe, "5 lz-analyze w 10", false, false);
}

static void check_lz_analyze_bare(Probe *probe) {
    check_stream(probe, "5 lz-analyze 10", false, false);
}

static void check_kata_analyze(Probe *probe) {
    check_stream(probe, "5 kata-analyze w 10", true, false);
}

static void check_kata_ownership(Probe *probe) {
    check_stream(probe, "5 kata-analyze w 10 ownership true", true, true);
}

/* The winrate of the best move, or -1. */
static double best_winrate(Probe *probe, const char *command) {
    double value;
    if (!stream(probe, command, 1)) {
        return -1;
    }
    const char *winrate = strstr(text_get(&probe->raw), " winrate ");
    return winrate != NULL && sscanf(winrate, " winrate %lf", &value) == 1 ? value : -1;
}

/* White has all the stones but one: a win rate of the side to move is the higher one with White to
 * move. */
static void check_side(Probe *probe) {
    const char *name = probe_knows(probe, "lz-analyze") ? "lz-analyze" : "kata-analyze";
    char command[32];
    probe_new_game(probe);
    probe_ask(probe, "play b A1");
    for (int row = 1; row <= 5; row++) {
        probe_ask(probe, "play w C%d", row);
        probe_ask(probe, "play w E%d", row);
    }
    snprintf(command, sizeof command, "%s b 10", name);
    const double black = best_winrate(probe, command);
    snprintf(command, sizeof command, "%s w 10", name);
    const double white = best_winrate(probe, command);
    if (black >= 0 && white >= 0 && black > white) {
        probe_complain(probe, "a win rate of the side to move: White is winning, and Black's is %g",
                       black);
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

static void check_kata_root(Probe *probe) {
    probe_new_game(probe);
    if (stream(probe, "kata-analyze b 10 rootInfo true", 1) &&
        strstr(text_get(&probe->raw), " rootInfo ") == NULL) {
        probe_complain(probe, "rootInfo behind the moves");
    }
}

/* "analyze" ends where a second one begins, and play goes on from the right position. */
static void check_analysis_position(Probe *probe) {
    const char *command =
        probe_knows(probe, "lz-analyze") ? "lz-analyze b 10" : "kata-analyze b 10";
    probe_new_game(probe);
    if (stream(probe, command, 1) && probe_expect(probe, "play b C3", "=") &&
        stream(probe, command, 1)) {
        probe_expect(probe, "play w C3", "?");
        probe_expect(probe, "play w D3", "=");
    }
}

/* Checks "*genmove_analyze": reports, and "play VERTEX" as the last line. */
static void check_genmove_analyze(Probe *probe, const char *command, bool is_kata) {
    Game *game = referee_new_game(probe->size);
    char vertex[16] = "", line[32];
    probe_new_game(probe);
    probe_ask(probe, "play b C3");
    referee_play(game, BLACK, "C3");
    const Reply *reply = probe_ask(probe, "%s w 10", command);
    const char *play = reply->body;
    for (const char *at = reply->body; (at = strstr(at, "play ")) != NULL; at++) {
        play = at;
    }
    if (reply->sign == '\0') {
    } else if (reply->sign != '=' || sscanf(play, "play %15s", vertex) != 1 ||
               strchr(play, '\n') != NULL) {
        probe_complain(probe, "a last line \"play VERTEX\"");
    } else if (strcasecmp(vertex, "resign") != 0 && !referee_play(game, WHITE, vertex)) {
        probe_complain(probe, "a legal move, not %s", vertex);
    } else {
        const char *info = strstr(reply->body, "info move");
        if (info != NULL && game->move_count == 2) {
            Status status;
            game_undo(game, 1, &status);
            if (check_report(probe, info, is_kata, game, WHITE, false) &&
                strcasecmp(vertex, "pass") != 0) {
                snprintf(line, sizeof line, "play b %s", vertex);
                probe_expect(probe, line, "?");
            }
        }
    }
    game_free(game);
}

/* The search may be over before the interval; most engines report its end all the same. */
static void check_genmove_report(Probe *probe) {
    const char *command =
        probe_knows(probe, "lz-genmove_analyze") ? "lz-genmove_analyze" : "kata-genmove_analyze";
    probe_new_game(probe);
    const Reply *reply = probe_ask(probe, "%s b 10", command);
    if (reply->sign == '=' && strstr(reply->body, "info move") == NULL) {
        probe_complain(probe, "a report that begins \"info move\" before the move");
    }
}

static void check_lz_genmove(Probe *probe) {
    check_genmove_analyze(probe, "lz-genmove_analyze", false);
}

static void check_kata_genmove(Probe *probe) {
    check_genmove_analyze(probe, "kata-genmove_analyze", true);
}

/* ---- GoGui ---- */

static bool is_gogui_type(const char *word, size_t length) {
    static const char TYPES[] =
        "bwboard cboard dboard eplist gfx hstring hpstring none param plist pspairs pstring sboard "
        "string var varb varc varp varpo varw";
    char type[16];
    snprintf(type, sizeof type, "%.*s", (int)length, word);
    return length < sizeof type && check_list_has(TYPES, type);
}

static void check_gogui_commands(Probe *probe) {
    Text labels = {0};
    const Reply *reply = probe_ask(probe, "gogui-analyze_commands");
    if (reply->sign != '=') {
        probe_complain(probe, "= and lines TYPE/LABEL/COMMAND");
    }
    for (const char *line = reply->body; reply->sign == '=' && *line != '\0';) {
        const size_t length = strcspn(line, "\n"), type = strcspn(line, "/\n");
        const char *label = line + type + (line[type] == '/');
        const size_t label_length = strcspn(label, "/\n");
        char quoted[256];
        snprintf(quoted, sizeof quoted, "\n%.*s\n", (int)label_length, label);
        if (!is_gogui_type(line, type) || label[label_length] != '/' || label_length == 0) {
            probe_complain(probe, "TYPE/LABEL/COMMAND with a type of GoGui, not %.*s", (int)length,
                           line);
            break;
        }
        if (strstr(text_get(&labels), quoted) != NULL) {
            probe_complain(probe, "labels that differ: %.*s stands twice", (int)label_length,
                           label);
            break;
        }
        text_add(&labels, "%s", quoted);
        line += length + (line[length] == '\n');
    }
    text_free(&labels);
}

/* "# interrupt" ends a search that could go on for a minute. */
static void check_interrupt(Probe *probe) {
    static const char lines[] = "genmove b\n";
    probe_new_game(probe);
    if (probe_knows(probe, "time_settings")) {
        probe_expect(probe, "time_settings 0 60 1", "=");
    }
    Connection *connection = probe_connection(probe);
    if (connection == NULL) {
        return;
    }
    text_clear(&probe->raw);
    text_add(&probe->sent, "%s# interrupt\n", lines);
    connection_send(connection, lines, strlen(lines), probe->timeout);
    connection_receive(connection, 0.3);
    connection_send(connection, "# interrupt\n", 12, probe->timeout);
    const double start = clock_seconds();
    while (strstr(text_get(&connection->received), "\n\n") == NULL &&
           connection_receive(connection, start + 10 - clock_seconds())) {
    }
    text_add(&probe->raw, "%s", text_get(&connection->received));
    if (strstr(text_get(&probe->raw), "\n\n") == NULL) {
        probe_complain(probe, "a move within 10 s of the interrupt");
    } else if (probe->raw.bytes[0] != '=') {
        probe_complain(probe, "= and a move");
    }
    connection_stop(connection);
}

/* ---- CGOS ---- */

/* The first line of the answer is an object with figures of the position; the last is the move. */
static void check_cgos(Probe *probe) {
    json_error_t error;
    probe_new_game(probe);
    const Reply *reply = probe_ask(probe, "cgos-genmove_analyze b");
    if (reply->sign == '\0') {
        return;
    }
    const char *line = reply->body, *end = line + strcspn(line, "\n"), *play = NULL;
    for (const char *at = line; (at = strstr(at, "play ")) != NULL; at++) {
        play = at;
    }
    char vertex[16] = "pass", question[32];
    json_t *object = json_read(line, (size_t)(end - line), 0, &error);
    const json_t *winrate = json_object_get(object, "winrate");
    if (reply->sign != '=' || !json_is_object(object)) {
        probe_complain(probe, "a first line that is one JSON object");
    } else if (winrate != NULL && (!json_is_number(winrate) || json_number_value(winrate) < 0 ||
                                   json_number_value(winrate) > 1)) {
        probe_complain(probe, "a winrate from 0 to 1");
    } else if (play == NULL || strchr(play, '\n') != NULL) {
        probe_complain(probe, "a last line \"play VERTEX\"");
    } else if (sscanf(play, "play %15s", vertex) == 1 && isdigit((unsigned char)vertex[1])) {
        snprintf(question, sizeof question, "play w %s", vertex);
        probe_expect(probe, question, "?");
    }
    json_decref(object);
}

enum {
    SABAKI = 1 << LEVEL_SABAKI,
    LIZZIE = 1 << LEVEL_LIZZIE,
    GOGUI = 1 << LEVEL_GOGUI,
    KGS = 1 << LEVEL_KGS,
    CGOS = 1 << LEVEL_CGOS,
    GOMILL = 1 << LEVEL_GOMILL,
    ANALYSTS = SABAKI | LIZZIE,
};

// clang-format off
const ComplyCheck CLIENT_CHECKS[] = {
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
    {.id = "analysis.kata_maxmoves", .levels = LIZZIE, .source = "KataGo, GTP_Extensions.md",
     .needs = "kata-analyze kata-get-rules", .run = check_kata_maxmoves, .meaning = "maxmoves limits the moves of a report"},
    {.id = "analysis.kata_root", .levels = LIZZIE, .source = "KataGo, GTP_Extensions.md",
     .needs = "kata-analyze kata-get-rules", .run = check_kata_root, .meaning = "rootInfo is reported if asked for"},
    {.id = "analysis.position", .levels = ANALYSTS, .source = "Sabaki", .needs = "lz-analyze|kata-analyze",
     .run = check_analysis_position, .meaning = "play goes on where an analysis is ended"},
    {.id = "analysis.lz_genmove", .levels = ANALYSTS, .source = "Leela Zero, lz-genmove_analyze",
     .needs = "lz-genmove_analyze", .run = check_lz_genmove, .meaning = "reports, and then \"play VERTEX\", which is played"},
    {.id = "analysis.kata_genmove", .levels = ANALYSTS, .source = "KataGo, GTP_Extensions.md",
     .needs = "kata-genmove_analyze", .run = check_kata_genmove, .meaning = "reports, and then \"play VERTEX\", which is played"},
    {.id = "analysis.genmove_report", .levels = ANALYSTS, .source = "Lizzie", .is_advice = true,
     .needs = "lz-genmove_analyze|kata-genmove_analyze", .run = check_genmove_report,
     .meaning = "a move comes with a report, however short the search"},
    {.id = "kata.rules", .levels = LIZZIE, .source = "KataGo, GTP_Extensions.md", .needs = "kata-set-rules kata-get-rules",
     .wants_new = true, .meaning = "rules have names, and are answered as JSON",
     .script = "kata-set-rules japanese\n=\nkata-set-rules chinese\n=\nkata-set-rules tromp-taylor\n=\n"
               "kata-set-rules no-such-rules\n?\nkata-get-rules\n= \\{.*\\}\n"},

    {.id = "gogui.commands", .levels = GOGUI, .source = "GoGui, analyze commands", .needs = "gogui-analyze_commands",
     .run = check_gogui_commands, .meaning = "each line is TYPE/LABEL/COMMAND, with a known type and a label of its own"},
    {.id = "gogui.play_sequence", .levels = GOGUI, .source = "GoGui, gogui-play_sequence", .needs = "gogui-play_sequence",
     .meaning = "moves are played in a row",
     .script = "new\ngogui-play_sequence b C3 w D4 b pass w E5\n=\nplay b D4\n?\nplay w C3\n?\nplay b E5\n?\n"},
    {.id = "gogui.play_sequence_all", .levels = GOGUI, .source = "GoGui, gogui-play_sequence", .needs = "gogui-play_sequence",
     .meaning = "all moves are played or none", .script = "new\ngogui-play_sequence b C3 w D4 b C3\n?\nplay w C3\n=\nplay b D4\n=\n"},
    {.id = "gogui.interrupt_listed", .levels = GOGUI, .source = "GoGui, gogui-interrupt", .needs = "gogui-interrupt",
     .meaning = "gogui-interrupt is accepted and does nothing", .script = "new\nplay b C3\ngogui-interrupt\n=\nplay w C3\n?\n"},
    {.id = "gogui.setup", .levels = GOGUI, .source = "GoGui, gogui-setup", .needs = "gogui-setup",
     .meaning = "stones are set up on the empty board", .script = "new\ngogui-setup b C3 w D4\n=\nplay w C3\n?\nplay b D4\n?\n"},
    {.id = "gogui.interrupt", .levels = GOGUI, .source = "GoGui, gogui-interrupt", .needs = "gogui-interrupt",
     .run = check_interrupt, .wants_new = true, .meaning = "\"# interrupt\" ends a search with a move"},

    {.id = "kgs.game_over", .levels = KGS, .source = "KGS, kgsGtp", .needs = "kgs-game_over",
     .meaning = "the end of a game is taken note of", .script = "kgs-game_over\n=\n"},
    {.id = "kgs.rules", .levels = KGS, .source = "KGS, kgsGtp", .needs = "kgs-rules", .wants_new = true,
     .meaning = "the rules of KGS are accepted or refused by name",
     .script = "kgs-rules japanese\n*\nkgs-rules chinese\n*\nkgs-rules aga\n*\nkgs-rules new_zealand\n*\nkgs-rules klingon\n?\n"},
    {.id = "cgos.analyze", .levels = CGOS, .source = "CGOS, cgos-genmove_analyze", .needs = "cgos-genmove_analyze",
     .run = check_cgos, .meaning = "a line with a JSON object, and then \"play VERTEX\""},
    {.id = "gomill.describe_engine", .levels = GOMILL, .source = "gomill, gomill-describe_engine",
     .needs = "gomill-describe_engine", .meaning = "the engine describes itself", .script = "gomill-describe_engine\n= .+\n"},
    {.id = "gomill.explain_last_move", .levels = GOMILL, .source = "gomill, gomill-explain_last_move",
     .needs = "gomill-explain_last_move", .meaning = "a move can be explained, or there is nothing to say",
     .script = "new\ngenmove b\ngomill-explain_last_move\n=\n"},
    {.id = "gomill.cpu_time", .levels = GOMILL, .source = "gomill, gomill-cpu_time", .needs = "gomill-cpu_time",
     .meaning = "the processor time is a number", .script = "gomill-cpu_time\n= [0-9]+(\\.[0-9]+)?\n"},
    {0},
};
// clang-format on
