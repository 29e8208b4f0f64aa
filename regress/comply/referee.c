#include "regress/comply/referee.h"

#include "engine/base/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Game *referee_new_game(int size) {
    Status status;
    Game *game = memory_check(game_new(1));
    game->rules = *rules_find("chinese-kgs"); /* positional superko */
    game->rules.suicide = false;
    if (!game_clear(game, size, size, &status)) {
        memory_fail();
    }
    return game;
}

bool referee_play(Game *game, Color color, const char *vertex) {
    Point point;
    Status status;
    const int size = game->geometry->width;
    return point_from_text(vertex, size, size, &point) && point != POINT_RESIGN &&
           board_check(&game->board, color, point, true) == MOVE_LEGAL &&
           game_play(game, color, point, &status);
}

const char *referee_vertex(const Game *game, Point point, char text[POINT_TEXT_MAX]) {
    return point_to_text(point, game->geometry->height, text);
}

/* ---- By moves ---- */

static bool refuses_stone(Probe *probe, const Game *game, Point point, Color color) {
    char vertex[POINT_TEXT_MAX], line[32];
    snprintf(line, sizeof line, "play %s %s", color == BLACK ? "b" : "w",
             referee_vertex(game, point, vertex));
    return probe_expect(probe, line, "?");
}

/* Plays on an empty point where that is legal, and takes it back. */
static bool takes_move(Probe *probe, const Game *game, Point point) {
    char vertex[POINT_TEXT_MAX], line[32];
    const Color color = game->board.to_move;
    if (game_check(game, color, point) != MOVE_LEGAL) {
        return true;
    }
    snprintf(line, sizeof line, "play %s %s", color == BLACK ? "b" : "w",
             referee_vertex(game, point, vertex));
    return probe_expect(probe, line, "=") && probe_expect(probe, "undo", "=");
}

void referee_expect_stone(Probe *probe, const Game *game, Point point, Color color) {
    char vertex[POINT_TEXT_MAX], line[32];
    Point points[5] = {[4] = point};
    point_neighbors(point, points);
    for (int i = 0; i < 5; i++) { /* the point itself last */
        if (points[i] == point || board_color(&game->board, points[i]) == EMPTY) {
            snprintf(line, sizeof line, "play %s %s", color == BLACK ? "w" : "b",
                     referee_vertex(game, points[i], vertex));
            probe_expect(probe, line, "=");
        }
    }
}

/* ---- By list_stones ---- */

static void check_list(Probe *probe, const Game *game, Color color) {
    char list[4096], vertex[POINT_TEXT_MAX];
    int expected = 0, count = 0;
    const Reply *reply = probe_ask(probe, "list_stones %s", color_name(color));
    snprintf(list, sizeof list, "%s", reply->body);
    for (char *c = list; *c != '\0'; c++) {
        *c = isspace((unsigned char)*c) ? ' ' : (char)toupper((unsigned char)*c);
        count += *c != ' ' && (c[1] == '\0' || isspace((unsigned char)c[1]));
    }
    for (int cell = 0; reply->sign == '=' && cell < game->geometry->cell_count; cell++) {
        const Point point = game->geometry->point_of[cell];
        if (board_color(&game->board, point) == color) {
            expected++;
            if (!check_list_has(list, referee_vertex(game, point, vertex))) {
                probe_complain(probe, "a list with %s", vertex);
                return;
            }
        }
    }
    if (reply->sign == '=' && count != expected) {
        probe_complain(probe, "%d stones", expected);
    }
}

/* GNU Go's command: the stones that a color has captured. */
static void check_captures(Probe *probe, const Game *game, Color color) {
    const Reply *reply = probe_ask(probe, "captures %s", color_name(color));
    if (reply->sign == '=' && atoi(reply->body) != game->board.prisoners[color]) {
        probe_complain(probe, "%d captured by %s", game->board.prisoners[color], color_name(color));
    }
}

void referee_check(Probe *probe, const Game *game) {
    const bool has_undo = probe_knows(probe, "undo");
    bool ok = true;
    for (int cell = 0; ok && cell < game->geometry->cell_count; cell++) {
        const Point point = game->geometry->point_of[cell];
        ok = board_color(&game->board, point) != EMPTY
                 ? refuses_stone(probe, game, point, cell % 2 == 0 ? BLACK : WHITE)
                 : !has_undo || takes_move(probe, game, point);
    }
    if (ok && probe_knows(probe, "list_stones")) {
        check_list(probe, game, BLACK);
        check_list(probe, game, WHITE);
    }
    if (ok && probe_knows(probe, "captures")) {
        check_captures(probe, game, BLACK);
        check_captures(probe, game, WHITE);
    }
    if (ok && probe_knows(probe, "showboard")) {
        referee_check_drawing(probe, game);
    }
}

/* ---- By showboard ---- */

/* The cells of a row, one character each, if the line is that row: its number, the cells with
 * blanks or brackets between them, and the number again or nothing. */
static bool read_row(const char *line, int row, int width, char *cells) {
    char *rest;
    const char *start = line + strspn(line, " ");
    if (!isdigit((unsigned char)*start) || strtol(start, &rest, 10) != row) {
        return false;
    }
    int count = 0;
    for (; *rest != '\0' && *rest != '\n' && count < width; rest++) {
        if (strchr(" ()[]|<>", *rest) == NULL) {
            cells[count++] = (char)toupper((unsigned char)*rest); /* small: the last move */
        }
    }
    rest += strspn(rest, " ()[]|<>");
    return count == width && (*rest == '\n' || *rest == '\0' || strtol(rest, &rest, 10) == row);
}

/* Finds the rows in order from the top. Returns how many there are. */
static int read_rows(const char *text, int size, char (*cells)[BOARD_SIDE_MAX]) {
    int found = 0;
    for (const char *line = text; found < size; line++) {
        found += read_row(line, size - found, size, cells[found]);
        line += strcspn(line, "\n");
        if (*line == '\0') {
            break;
        }
    }
    return found;
}

/* Is there a line with the letters of the columns, in order? */
static bool has_letters(const char *text, int size) {
    for (const char *line = text; *line != '\0'; line += *line == '\n') {
        int count = 0;
        for (; *line != '\0' && *line != '\n'; line++) {
            if (*line != ' ') {
                const char letter = "ABCDEFGHJKLMNOPQRSTUVWXYZ"[count < 25 ? count : 24];
                count = count >= 0 && toupper((unsigned char)*line) == letter ? count + 1 : -1;
                if (count < 0) {
                    line += strcspn(line, "\n");
                    break;
                }
            }
        }
        if (count == size) {
            return true;
        }
    }
    return false;
}

void referee_check_drawing(Probe *probe, const Game *game) {
    const int size = game->geometry->width;
    char cells[BOARD_SIDE_MAX][BOARD_SIDE_MAX];
    char glyph[3] = {'\0', '\0', '\0'}; /* of each Color */
    const Reply *reply = probe_ask(probe, "showboard");
    if (reply->sign == '\0' || read_rows(text_get(&probe->raw), size, cells) < size) {
        return; /* drawn some other way, as is allowed */
    }
    if (!has_letters(text_get(&probe->raw), size)) {
        probe_complain(probe, "the letters of the columns from A, without I");
        return;
    }
    for (int pass = 0; pass < 2; pass++) { /* stones first, then the empty points */
        for (int cell = 0; cell < size * size; cell++) {
            const Color color = board_color(&game->board, game->geometry->point_of[cell]);
            const char drawn = cells[cell / size][cell % size];
            char vertex[POINT_TEXT_MAX];
            referee_vertex(game, game->geometry->point_of[cell], vertex);
            if (color != EMPTY && glyph[color] == '\0') {
                glyph[color] = drawn;
            }
            const char other = color == EMPTY ? '\0' : glyph[color_opponent(color)];
            const bool is_wrong =
                color == EMPTY
                    ? pass == 1 && drawn != '\0' && (drawn == glyph[BLACK] || drawn == glyph[WHITE])
                    : drawn != glyph[color] || drawn == other;
            if (is_wrong) {
                probe_complain(probe, "a drawing with %s at %s, as the other points show it",
                               color == EMPTY   ? "no stone"
                               : color == BLACK ? "a black stone"
                                                : "a white stone",
                               vertex);
                return;
            }
        }
    }
}
