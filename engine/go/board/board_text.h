/* The board as text, as users of GNU Go know it: X black, O white, + star points, the last move in
 * brackets. Pure functions. */
#ifndef ENGINE_GO_BOARD_BOARD_TEXT_H
#define ENGINE_GO_BOARD_BOARD_TEXT_H

#include "engine/go/board/board.h"

enum { BOARD_TEXT_LINE_MAX = 64 }; /* bytes of one line with its NUL */

/* Writes line index: 0 and height + 1 are the column letters, 1 is the top row. last is the point
 * to put in brackets, or POINT_NONE. Returns line. */
const char *board_text_line(const Board *board, int index, Point last,
                            char line[BOARD_TEXT_LINE_MAX]);

/* Is the cell a star point, marked on a real board of this size? */
bool board_text_is_star(int width, int height, int x, int y);

#endif
