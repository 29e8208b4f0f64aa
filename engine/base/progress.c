#include "engine/base/progress.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/os/system.h"

enum { BAR_WIDTH = 24 }; /* characters */

/* A share of the work: so close to a tenth is a tenth. */
static const double ROUNDING = 1e-9;

/* Both return to the start of the line. DRAW turns off wrapping at the edge of the terminal while
 * it writes, and clears the rest of the line. */
static const char DRAW[] = "\r\033[?7l%s\033[K\033[?7h";
static const char WIPE[] = "\r\033[K";

Progress progress_start(bool tells_tenths, double done) {
    return (Progress){.stream = stderr,
                      .on_terminal = os_is_terminal(OS_STANDARD_ERROR),
                      .tells_tenths = tells_tenths,
                      .start = clock_seconds(),
                      .first = done,
                      .last = done};
}

static void draw(Progress *progress) {
    fprintf(progress->stream, DRAW, text_get(&progress->bar));
    fflush(progress->stream);
    progress->is_shown = true;
}

static void wipe(Progress *progress) {
    if (progress->is_shown) {
        fputs(WIPE, progress->stream);
        fflush(progress->stream);
    }
    progress->is_shown = false;
}

static void put_bar(Progress *progress, double share, double seconds, const char *text) {
    Text *bar = &progress->bar;
    text_clear(bar);
    if (isnan(share)) {
        const int whole = (int)seconds;
        text_add(bar, "[%d:%02d] %s", whole / 60, whole % 60, text);
        return;
    }
    const int filled = (int)(BAR_WIDTH * fmin(fmax(share, 0), 1));
    char cells[BAR_WIDTH + 1];
    memset(cells, '-', BAR_WIDTH);
    memset(cells, '#', (size_t)filled);
    cells[BAR_WIDTH] = '\0';
    text_add(bar, "[%s] %s", cells, text);
    if (share > progress->first && share < 1) {
        text_add(bar, ", %.0f s to go", seconds / (share - progress->first) * (1 - share));
    }
}

void progress_show(Progress *progress, double share, const char *format, ...) {
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    text_make_printable(text, "");
    const double seconds = clock_seconds() - progress->start;
    if (progress->on_terminal) {
        put_bar(progress, share, seconds, text);
        draw(progress);
    } else if (progress->tells_tenths &&
               floor(10 * share + ROUNDING) > floor(10 * progress->last + ROUNDING)) {
        fprintf(progress->stream, "%s, %.1f s\n", text, seconds);
    }
    if (!isnan(share)) {
        progress->last = share;
    }
}

bool progress_show_count(void *progress, const char *items, size_t done, size_t all) {
    if (all == 0) {
        progress_show(progress, NAN, "%zu thousand %s", done / 1000, items);
    } else {
        progress_show(progress, NAN, "%zu of %zu thousand %s", done / 1000, all / 1000, items);
    }
    return true;
}

void progress_line(Progress *progress, const char *format, ...) {
    const bool was_shown = progress->is_shown;
    char text[1024];
    wipe(progress);
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fprintf(progress->stream, "%s\n", text_make_printable(text, ""));
    if (was_shown) {
        draw(progress);
    }
}

void progress_end(Progress *progress) {
    wipe(progress);
    text_free(&progress->bar);
}
