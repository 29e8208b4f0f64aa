#include "regress/comply/referee.h"

#include "engine/base/clock.h"
#include "engine/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double GAME_SECONDS = 15; /* of moves of the engine's, after which a game is over */

/* Returns a new game under rules so strict that what they allow is legal under all: no suicide, no
 * repetition. */
static Game *new_game(int size) {
    Status status;
    Game *game = memory_check(game_new(1));
    game->rules = *rules_find("chinese-kgs"); /* positional superko */
    game->rules.suicide = false;
    if (!game_clear(game, size, size, &status)) {
        memory_fail();
    }
    return game;
}

void referee_begin(Probe *probe, int size) {
    text_clear(&probe->sent);
    probe_expect(probe, '=', "boardsize %d", size);
    probe_expect(probe, '=', "clear_board");
    probe_expect(probe, '=', "komi 7.5");
    if (probe_knows(probe, "time_settings")) {
        probe_ask(probe, "time_settings 0 1 1");
    }
    game_free(probe->game);
    probe->game = new_game(size);
    probe->is_over = false;
    probe->game_start = clock_seconds();
}

/* ---- Moves ---- */

static bool read_vertex(const Game *game, const char *text, Point *point) {
    const int size = game->geometry->width;
    return point_from_text(text, size, size, point);
}

void referee_follow(Probe *probe, const char *command) {
    Status status;
    Point point;
    char color, vertex[16];
    int size;
    Game *game = probe->game;
    if (game == NULL) {
        return; /* no game has begun */
    }
    if (sscanf(command, "boardsize %d", &size) == 1 || strcmp(command, "clear_board") == 0) {
        const int side = strcmp(command, "clear_board") == 0 ? game->geometry->width : size;
        game_clear(game, side, side, &status);
    } else if (strcmp(command, "undo") == 0) {
        game_undo(game, 1, &status);
    } else if (sscanf(command, "play %c%*[a-zA-Z] %15s", &color, vertex) == 2 ||
               sscanf(command, "play %c %15s", &color, vertex) == 2) {
        const Color mover = strchr("bB", color) != NULL ? BLACK : WHITE;
        if (read_vertex(game, vertex, &point) && point != POINT_RESIGN &&
            board_check(&game->board, mover, point, true) == MOVE_LEGAL) {
            game_play(game, mover, point, &status);
        }
    }
}

bool referee_take_move(Probe *probe, Color color, const char *vertex, bool by_superko, Text *why) {
    Point point;
    Status status;
    Game *game = probe->game;
    if (!read_vertex(game, vertex, &point)) {
        text_add(why, "a vertex, pass or resign");
        return false;
    }
    const MoveCheck check = point == POINT_RESIGN ? MOVE_LEGAL
                            : by_superko          ? game_check(game, color, point)
                                                  : board_check(&game->board, color, point, true);
    if (check != MOVE_LEGAL) {
        text_add(why, "a legal move, not %s",
                 check == MOVE_OCCUPIED  ? "one on a stone"
                 : check == MOVE_KO      ? "one that retakes a ko at once"
                 : check == MOVE_SUPERKO ? "one that repeats a position"
                 : check == MOVE_SUICIDE
                     ? "suicide, which CGOS forbids whatever rules the engine plays by"
                     : "one off the board");
        return false;
    }
    probe->is_over = point == POINT_RESIGN || !game_play(game, color, point, &status) ||
                     game->board.passes >= 2 || clock_seconds() > probe->game_start + GAME_SECONDS;
    return true;
}

static bool send_move(Probe *probe, Color color, Point point, char sign) {
    char vertex[POINT_TEXT_MAX];
    return probe_expect(probe, sign, "play %s %s", color == BLACK ? "b" : "w",
                        point_to_text(point, probe->game->geometry->height, vertex));
}

void referee_check_board(Probe *probe) {
    const Game *game = probe->game;
    const Color next = game->board.to_move;
    const bool has_undo = probe_knows(probe, "undo");
    for (int cell = 0; !probe_is_done(probe) && cell < game->geometry->cell_count; cell++) {
        const Point point = game->geometry->point_of[cell];
        if (board_color(&game->board, point) != EMPTY) {
            send_move(probe, cell % 2 == 0 ? BLACK : WHITE, point, '?');
        } else if (has_undo && game_check(game, next, point) == MOVE_LEGAL &&
                   send_move(probe, next, point, '=')) {
            probe_expect(probe, '=', "undo");
        }
    }
}

/* ---- Reports of an analysis ---- */

enum { MOVES_MAX = 400 };

/* A report, read word by word. */
typedef struct {
    const Game *game; /* the position that it is about */
    Color color;      /* the side to move */
    bool is_kata, wants_pv_visits;
    const char *rest;
    char word[64]; /* the present one; "" at the end */
    int moves;     /* read so far */
    Point seen[MOVES_MAX];
    Text *why;
} ReportReader;

static const char *next_word(ReportReader *reader) {
    reader->rest += strspn(reader->rest, " ");
    const size_t length = strcspn(reader->rest, " \n");
    snprintf(reader->word, sizeof reader->word, "%.*s", (int)length, reader->rest);
    reader->rest += length;
    return reader->word;
}

/* A finite number; KataGo writes small ones with exponents. */
static bool read_figure(const char *word, double *value) {
    char *end;
    *value = strtod(word, &end);
    return *word != '\0' && *end == '\0' && strspn(word, "+-0123456789.eE") == strlen(word);
}

/* Is the number of a key as its dialect has it? */
static bool check_figure(ReportReader *reader, const char *key) {
    double value;
    const char *word = reader->word;
    const bool is_share = strcmp(key, "winrate") == 0 || strcmp(key, "prior") == 0;
    const bool is_count = strcmp(key, "visits") == 0 || strcmp(key, "order") == 0;
    const double most = reader->is_kata ? 1 : 10000;
    if (!read_figure(word, &value)) {
        text_add(reader->why, "%s with a number, not %s", key, word);
    } else if ((is_count || (is_share && !reader->is_kata)) &&
               strspn(word, "-0123456789") < strlen(word)) {
        text_add(reader->why, "%s as an integer%s, not %s", key, is_share ? " from 0 to 10000" : "",
                 word);
    } else if ((is_share && (value < 0 || value > most)) || (is_count && value < 0)) {
        text_add(reader->why, "%s from 0%s, not %s", key,
                 is_count          ? ""
                 : reader->is_kata ? " to 1"
                                   : " to 10000",
                 word);
    } else if (strcmp(key, "order") == 0 && value != reader->moves) {
        text_add(reader->why, "moves in order: order %d, not %s", reader->moves, word);
    }
    return reader->why->length == 0;
}

/* Reads the moves of a line of play. Returns their number; the next key is left in word. */
static int check_line(ReportReader *reader, const char *first) {
    Point point;
    Board board;
    Color color = reader->color;
    int length = 0;
    board_copy(&board, &reader->game->board);
    while (read_vertex(reader->game, next_word(reader), &point) && point != POINT_RESIGN) {
        if (length++ == 0 && strcasecmp(reader->word, first) != 0) {
            text_add(reader->why, "pv of %s that begins with it, not with %s", first, reader->word);
            return 0;
        }
        if (board_check(&board, color, point, true) != MOVE_LEGAL) {
            text_add(reader->why, "pv of %s that can be played, unlike %s", first, reader->word);
            return 0;
        }
        board_play(&board, color, point);
        color = color_opponent(color);
    }
    return length;
}

/* Reads "move V", a legal move that no report before it had. */
static bool check_vertex(ReportReader *reader) {
    Point point;
    if (strcmp(next_word(reader), "move") != 0 ||
        !read_vertex(reader->game, next_word(reader), &point) || point == POINT_RESIGN) {
        text_add(reader->why, "\"info move VERTEX ...\"");
        return false;
    }
    if (board_check(&reader->game->board, reader->color, point, true) != MOVE_LEGAL) {
        text_add(reader->why, "legal moves, not %s", reader->word);
    }
    for (int i = 0; i < reader->moves; i++) {
        if (reader->seen[i] == point) {
            text_add(reader->why, "each move once, %s too", reader->word);
        }
    }
    reader->seen[reader->moves] = point;
    return reader->why->length == 0;
}

/* Reads one "move V key value ...", and the next word. */
static void check_move(ReportReader *reader) {
    static const char *const NEEDED[] = {"visits", "winrate", "order", "pv"};
    char move[64], key[64];
    bool has[4] = {false};
    double ignored;
    int pv_length = 0, pv_visits = -1;
    if (!check_vertex(reader)) {
        return;
    }
    snprintf(move, sizeof move, "%s", reader->word);
    next_word(reader);
    while (reader->word[0] != '\0' && strcmp(reader->word, "info") != 0 &&
           strcmp(reader->word, "rootInfo") != 0 && strncmp(reader->word, "ownership", 9) != 0) {
        snprintf(key, sizeof key, "%s", reader->word);
        for (size_t i = 0; i < 4; i++) {
            has[i] = has[i] || strcmp(key, NEEDED[i]) == 0;
        }
        if (strcmp(key, "pv") == 0) {
            pv_length = check_line(reader, move);
            continue;
        }
        next_word(reader);
        if (strcmp(key, "isSymmetryOf") != 0 && !check_figure(reader, key)) {
            return;
        }
        const bool is_list = strncmp(key, "pv", 2) == 0 || strncmp(key, "movesOwn", 8) == 0;
        int count = 1;
        while (read_figure(next_word(reader), &ignored) && is_list) {
            count++;
        }
        pv_visits = strcmp(key, "pvVisits") == 0 ? count : pv_visits;
    }
    for (size_t i = 0; i < 4 && reader->why->length == 0; i++) {
        if (!has[i] || (i == 3 && pv_length == 0)) {
            text_add(reader->why, "%s of %s", NEEDED[i], move);
        }
    }
    if (reader->why->length == 0 &&
        (pv_visits >= 0 ? pv_visits != pv_length : reader->wants_pv_visits)) {
        text_add(reader->why, "pvVisits of %s with a value for each of the %d moves of pv", move,
                 pv_length);
    }
    reader->moves += reader->moves < MOVES_MAX - 1;
}

static void check_report(ReportReader *reader, bool wants_ownership) {
    next_word(reader);
    while (reader->why->length == 0 && strcmp(reader->word, "info") == 0) {
        check_move(reader);
    }
    while (reader->word[0] != '\0' && strcmp(reader->word, "ownership") != 0) {
        next_word(reader); /* of rootInfo */
    }
    int count = 0;
    for (double value; reader->why->length == 0 && next_word(reader)[0] != '\0'; count++) {
        if (!read_figure(reader->word, &value) || value < -1 || value > 1) {
            text_add(reader->why, "ownership from -1 to 1, not %s", reader->word);
        }
    }
    const int cells = reader->game->geometry->cell_count;
    if (reader->why->length == 0 && wants_ownership && count != cells) {
        text_add(reader->why, "ownership with %d values, not %d", cells, count);
    }
}

bool referee_check_reports(Probe *probe, Color color, bool is_kata, bool wants_ownership,
                           bool wants_pv_visits, Text *why) {
    for (const char *line = probe->reply.body; why->length == 0 && *line != '\0';
         line += *line == '\n') {
        if (strncmp(line, "info", 4) == 0) {
            ReportReader reader = {.game = probe->game,
                                   .color = color,
                                   .is_kata = is_kata,
                                   .wants_pv_visits = wants_pv_visits,
                                   .rest = line,
                                   .why = why};
            check_report(&reader, wants_ownership);
        }
        line += strcspn(line, "\n");
    }
    return why->length == 0;
}
