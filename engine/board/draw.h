/* The board as text, the way GNU Go's users know it: X black, O white, + star points, the last
 * move in brackets. */
#ifndef ENGINE_BOARD_DRAW_H
#define ENGINE_BOARD_DRAW_H

#include "engine/board/board.h"

enum {
    DRAW_LINE_MAX = 64, /* characters of one line of the drawing with its NUL */
};

/* Line 0 and line height + 1 are the column letters; line 1 is the top row. Returns line. */
const char *board_draw_line(const Board *board, int index, Point last, char line[DRAW_LINE_MAX]);

/* Is the cell marked on a real board of this size? */
bool board_is_star(int width, int height, int x, int y);

#endif
