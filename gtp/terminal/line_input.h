/* What a person types: lines and, on a terminal that can, the arrow keys. One thread calls
 * line_input_next. */
#ifndef GTP_TERMINAL_LINE_INPUT_H
#define GTP_TERMINAL_LINE_INPUT_H

#include <stddef.h>

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
