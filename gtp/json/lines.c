#include "gtp/json/lines.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/memory.h"

enum { READ_BYTES = 1 << 16 };

/* Waits for input. Ends the program if its output has lost its reader: a pipe says so at once. */
static void wait_for_input(const Lines *lines) {
    struct pollfd ends[2] = {{.fd = lines->fd, .events = POLLIN}, {.fd = lines->output}};
    for (;;) {
        const int ready = poll(ends, lines->output < 0 ? 1 : 2, -1);
        if (ready > 0 && (ends[1].revents & (POLLERR | POLLHUP)) != 0) {
            _exit(EXIT_FAILURE);
        }
        if ((ready > 0 && ends[0].revents != 0) || (ready < 0 && errno != EINTR)) {
            return;
        }
        if (ready > 0 && ends[1].revents != 0) {
            ends[1].fd = -1; /* it cannot be watched */
        }
    }
}

/* Reads more bytes behind those that there are. */
static void fill(Lines *lines) {
    if (lines->start > 0) {
        memmove(lines->bytes, lines->bytes + lines->start, lines->end - lines->start);
        lines->end -= lines->start;
        lines->start = 0;
    }
    if (lines->capacity - lines->end < READ_BYTES) {
        lines->capacity = 2 * (lines->capacity + READ_BYTES);
        lines->bytes = memory_check(realloc(lines->bytes, lines->capacity));
    }
    wait_for_input(lines);
    const ssize_t count = read(lines->fd, lines->bytes + lines->end, READ_BYTES);
    if (count > 0) {
        lines->end += (size_t)count;
    } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
        lines->is_over = true;
    }
}

LinesResult lines_next(Lines *lines, const char **line, size_t *length) {
    size_t seen = 0; /* bytes that are known to hold no newline */
    bool is_long = false;
    for (;;) {
        char *begin = lines->bytes == NULL ? NULL : lines->bytes + lines->start;
        const size_t held = lines->end - lines->start;
        char *newline = held > seen ? memchr(begin + seen, '\n', held - seen) : NULL;
        if (newline != NULL || (lines->is_over && held > 0)) {
            *line = begin;
            *length = newline != NULL ? (size_t)(newline - begin) : held;
            lines->start += *length + (newline != NULL);
            return is_long || *length > lines->most ? LINES_TOO_LONG : LINES_NEXT;
        }
        if (lines->is_over) {
            return is_long ? LINES_TOO_LONG : LINES_OVER;
        }
        seen = held;
        if (held > lines->most) {
            lines->start = lines->end;
            seen = 0;
            is_long = true;
        }
        fill(lines);
    }
}

void lines_free(Lines *lines) {
    free(lines->bytes);
    lines->bytes = NULL;
}
