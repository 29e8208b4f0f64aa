/* Names of points and colors. Pure functions. */
#include "engine/go/board/point.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *point_to_text(Point p, int height, char text[POINT_TEXT_MAX]) {
    if (point_is_move(p)) {
        /* Rows are 1..25; the mask tells gcc that the text fits. */
        snprintf(text, POINT_TEXT_MAX, "%c%d", POINT_COLUMNS[point_x(p)],
                 (height - point_y(p)) & 0xFF);
    } else {
        snprintf(text, POINT_TEXT_MAX, "%s",
                 p == POINT_PASS     ? "pass"
                 : p == POINT_RESIGN ? "resign"
                                     : "none");
    }
    return text;
}

bool point_from_text(const char *text, int width, int height, Point *p) {
    const bool pass = strcasecmp(text, "pass") == 0;
    if (pass || strcasecmp(text, "resign") == 0) {
        *p = pass ? POINT_PASS : POINT_RESIGN;
        return true;
    }
    const char *column = strchr(POINT_COLUMNS, toupper((unsigned char)text[0]));
    if (text[0] == '\0' || column == NULL || !isdigit((unsigned char)text[1])) {
        return false;
    }
    char *end;
    long row = strtol(text + 1, &end, 10);
    const int x = (int)(column - POINT_COLUMNS);
    if (*end != '\0' || x >= width || row < 1 || row > height) {
        return false;
    }
    *p = point_at(x, height - (int)row);
    return true;
}

const char *color_name(Color color) {
    return color == BLACK ? "black" : "white";
}

const char *color_capital_name(Color color) {
    return color == BLACK ? "Black" : "White";
}

bool color_from_text(const char *text, Color *color) {
    const bool black = strcasecmp(text, "b") == 0 || strcasecmp(text, "black") == 0;
    const bool white = strcasecmp(text, "w") == 0 || strcasecmp(text, "white") == 0;
    if (black || white) {
        *color = black ? BLACK : WHITE;
    }
    return black || white;
}
