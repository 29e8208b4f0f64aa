/* What a terminal shows, and what a person types there. The board (board_view.c) is in colors and
 * signs where the terminal has them, otherwise as board_text.h draws it; pure functions, but for
 * board_style. */
#ifndef GTP_TERMINAL_SCREEN_H
#define GTP_TERMINAL_SCREEN_H

#include <stddef.h>

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

/* ---- What a person types (line_input.c): lines and, on a terminal that can, the arrow keys. One
 * thread calls line_input_next ---- */

typedef enum {
    INPUT_LINE,  /* a line has been typed, which may be empty */
    INPUT_ARROW, /* an arrow key, before anything was typed */
    INPUT_END,   /* the end of the input, or Ctrl-C or Ctrl-D on a terminal */
} InputKind;

typedef struct {
    InputKind kind;
    int x, y; /* of an arrow: a step to the right, a step down */
} InputEvent;

/* Shows the prompt and waits for the next event on standard input. The line ends in a NUL; what has
 * no room in it is left out. */
InputEvent line_input_next(const char *prompt, char *line, size_t size);

/* Gives the terminal its mode back for good: the process is about to end. Any thread may call. */
void line_input_end(void);

#endif
