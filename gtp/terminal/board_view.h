/* The board of a terminal: in colors and signs where the terminal has them, otherwise as
 * board_text.h draws it. Pure functions, but for board_style. */
#ifndef GTP_TERMINAL_BOARD_VIEW_H
#define GTP_TERMINAL_BOARD_VIEW_H

#include "engine/base/text.h"
#include "engine/go/board/game.h"

typedef struct {
    bool has_colors; /* ANSI's */
    bool has_signs;  /* UTF-8 */
} BoardStyle;

/* What the terminal of standard output can, by TERM, NO_COLOR and the locale's variables. */
BoardStyle board_style(void);

typedef struct {
    const Game *game;
    Point cursor;            /* in square brackets; POINT_NONE: none */
    char marks[POINT_COUNT]; /* drawn instead of what is there; 0: none */
} BoardView;

/* Adds the board with its coordinates, the last move in brackets, and below it the captures. */
void board_view_add(const BoardView *view, BoardStyle style, Text *text);

#endif
