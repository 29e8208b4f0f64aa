#include "gtp/json/line_buffer.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/os/streams.h"

enum { READ_BYTES = 1 << 16 };

/* Reads more bytes after the present ones. */
static void fill(LineBuffer *buffer) {
    if (buffer->start > 0) {
        memmove(buffer->bytes, buffer->bytes + buffer->start, buffer->end - buffer->start);
        buffer->end -= buffer->start;
        buffer->start = 0;
    }
    if (buffer->capacity - buffer->end < READ_BYTES) {
        buffer->capacity = 2 * (buffer->capacity + READ_BYTES);
        buffer->bytes = memory_check(realloc(buffer->bytes, buffer->capacity));
    }
    const ptrdiff_t count = stream_read(buffer->fd, buffer->bytes + buffer->end, READ_BYTES);
    buffer->end += count > 0 ? (size_t)count : 0;
    buffer->is_over = count <= 0;
    buffer->has_failed = count < 0;
}

LineBufferResult line_buffer_next(LineBuffer *buffer, const char **line, size_t *length) {
    size_t seen = 0; /* bytes that are known to hold no newline */
    bool is_long = false;
    for (;;) {
        char *begin = buffer->bytes == NULL ? NULL : buffer->bytes + buffer->start;
        const size_t held = buffer->end - buffer->start;
        char *newline = held > seen ? memchr(begin + seen, '\n', held - seen) : NULL;
        if (newline != NULL || (buffer->is_over && held > 0)) {
            *line = begin;
            *length = newline != NULL ? (size_t)(newline - begin) : held;
            buffer->start += *length + (newline != NULL);
            return is_long || *length > buffer->most ? LINE_BUFFER_TOO_LONG : LINE_BUFFER_LINE;
        }
        if (buffer->is_over) {
            return is_long ? LINE_BUFFER_TOO_LONG : LINE_BUFFER_OVER;
        }
        seen = held;
        if (held > buffer->most) {
            buffer->start = buffer->end;
            seen = 0;
            is_long = true;
        }
        fill(buffer);
    }
}

void line_buffer_free(LineBuffer *buffer) {
    free(buffer->bytes);
}
