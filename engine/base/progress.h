/* How long work tells how far it is, on standard error: a bar on a terminal, that is redrawn in
 * place, and plain lines elsewhere, where nobody wants the same bar a hundred times.
 *
 *     Progress progress = progress_start(true, 0);
 *     while (done < total) {
 *         ...
 *         progress_show(&progress, (double)++done / total, "%d/%d positions", done, total);
 *     }
 *     progress_end(&progress);
 *
 * Belongs to one thread at a time; the caller's lock guards it if several report. Nothing else may
 * write to standard error between progress_show and progress_end but by progress_line. */
#ifndef ENGINE_BASE_PROGRESS_H
#define ENGINE_BASE_PROGRESS_H

#include <stdbool.h>
#include <stdio.h>

#include "engine/base/text.h"

typedef struct {
    FILE *stream;
    bool on_terminal;
    bool tells_tenths;  /* off a terminal: a line whenever another tenth of the work is done */
    bool is_shown;      /* a bar stands on the terminal */
    double start;       /* seconds */
    double first, last; /* share of the work that was done at the start, and at the last report */
    Text bar;           /* as it was drawn last */
} Progress;

/* done: the share of the work, 0 to 1, that needs no doing because an earlier run did it. */
Progress progress_start(bool tells_tenths, double done);

/* Draws "[######----] TEXT, N s to go". A share that is not known, NAN, gives "[M:SS] TEXT": the
 * time since the start. Off a terminal it prints "TEXT, N s" as tells_tenths says, or nothing. */
void progress_show(Progress *progress, double share, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Prints a line that stays, terminal or not; the bar moves below it. */
void progress_line(Progress *progress, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Wipes the bar and frees the memory. May be called again. */
void progress_end(Progress *progress);

#endif
