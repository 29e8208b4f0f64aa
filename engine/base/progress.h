/* The progress of long work on standard error: a bar on a terminal, elsewhere a few plain lines.
 *
 *     Progress progress = progress_start(true, 0);
 *     while (done < total) {
 *         ...
 *         progress_show(&progress, (double)++done / total, "%d/%d positions", done, total);
 *     }
 *     progress_end(&progress);
 *
 * A Progress belongs to one thread at a time. Between progress_show and progress_end everything
 * else goes to standard error through progress_line. */
#ifndef ENGINE_BASE_PROGRESS_H
#define ENGINE_BASE_PROGRESS_H

#include <stdbool.h>
#include <stdio.h>

#include "engine/base/text.h"

typedef struct {
    FILE *stream;
    bool on_terminal;
    bool tells_tenths;  /* if not on a terminal, print a line for each tenth of the work */
    bool is_shown;      /* the terminal shows a bar */
    double start;       /* by clock_seconds() */
    double first, last; /* share of the work done at the start, and at the last report */
    Text bar;           /* as it was last drawn */
} Progress;

/* done is the share of the work, 0 to 1, that an earlier run has already done. */
Progress progress_start(bool tells_tenths, double done);

/* Draws "[######----] TEXT, N s to go", or "[M:SS] TEXT" with the time since the start if the share
 * is unknown, NAN. Outside of a terminal prints "TEXT, N s" at each tenth if tells_tenths. */
void progress_show(Progress *progress, double share, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Shows how many of all items are done, in thousands; all is 0 if it is unknown. Returns true, as a
 * callback on a Progress that lets the work go on. */
bool progress_show_count(void *progress, const char *items, size_t done, size_t all);

/* Prints a line that stays, on a terminal or not. The bar moves below it. */
void progress_line(Progress *progress, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Clears the bar and frees the memory. May be called twice. */
void progress_end(Progress *progress);

#endif
