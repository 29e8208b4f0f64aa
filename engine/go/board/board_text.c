#include "engine/go/board/board_text.h"

#include <assert.h>
#include <stdio.h>

/* Star points lie on the fourth line of boards from 13 on, on the third line of smaller ones. */
static bool is_star_line(int length, int i) {
    if (length < 7) {
        return false;
    }
    const int edge = length >= 13 ? 3 : 2;
    return i == edge || i == length - 1 - edge || (length % 2 == 1 && i == length / 2);
}

bool board_text_is_star(int width, int height, int x, int y) {
    if (!is_star_line(width, x) || !is_star_line(height, y)) {
        return false;
    }
    /* The middles of the sides are marked on larger boards only. */
    const bool middle_x = width % 2 == 1 && x == width / 2;
    const bool middle_y = height % 2 == 1 && y == height / 2;
    return middle_x == middle_y || (width >= 15 && height >= 15);
}

const char *board_text_line(const Board *board, int index, Point last,
                            char line[BOARD_TEXT_LINE_MAX]) {
    const int width = board->geometry->width, height = board->geometry->height;
    assert(index >= 0 && index <= height + 1);
    if (index == 0 || index == height + 1) {
        int length = snprintf(line, BOARD_TEXT_LINE_MAX, "  ");
        for (int x = 0; x < width; x++) {
            line[length++] = ' ';
            line[length++] = POINT_COLUMNS[x];
        }
        line[length] = '\0';
        return line;
    }
    const int y = index - 1;
    const int row = height - y;
    int length = snprintf(line, BOARD_TEXT_LINE_MAX, "%2d",
                          row & 0x1F); /* rows are 1..25; the mask tells gcc */
    bool closes = false;
    for (int x = 0; x < width; x++) {
        const bool opens = point_at(x, y) == last,
                   is_star = board_text_is_star(width, height, x, y);
        const Color color = board_color(board, point_at(x, y));
        line[length++] = closes ? ')' : opens ? '(' : ' ';
        line[length++] = color <= WHITE ? "XO"[color] : is_star ? '+' : '.';
        closes = opens;
    }
    line[length++] = closes ? ')' : ' ';
    snprintf(line + length, (size_t)(BOARD_TEXT_LINE_MAX - length), "%d", row);
    return line;
}
