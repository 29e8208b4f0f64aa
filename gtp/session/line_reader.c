#include "gtp/session/input.h"

#include <math.h>
#include <string.h>

#include "engine/base/os/streams.h"

static const char INTERRUPT[] = "# interrupt";

void line_reader_init(LineReader *reader, int fd, int wake_fd) {
    reader->fd = fd;
    reader->wake_fd = wake_fd;
    reader->has_failed = false;
    reader->at = reader->end = reader->buffer;
}

void line_reader_init_text(LineReader *reader, const char *text, size_t length) {
    line_reader_init(reader, -1, -1);
    reader->at = text;
    reader->end = text + length;
}

/* Returns the next byte, or -1 at the end of the input. */
static int next_input_byte(LineReader *reader) {
    if (reader->at == reader->end && reader->fd < 0) {
        return -1;
    }
    if (reader->at == reader->end) {
        StreamEvent events[2] = {{reader->fd, STREAM_READABLE, false},
                                 {reader->wake_fd, STREAM_READABLE, false}};
        reader->has_failed = streams_wait(events, 2, INFINITY) == 0;
        const bool stops = reader->has_failed || events[1].has_happened;
        const ptrdiff_t count =
            stops ? 0 : stream_read(reader->fd, reader->buffer, sizeof reader->buffer);
        if (count <= 0) {
            reader->has_failed = reader->has_failed || count < 0;
            return -1;
        }
        reader->at = reader->buffer;
        reader->end = reader->buffer + count;
    }
    return (unsigned char)*reader->at++;
}

LineResult line_reader_next(LineReader *reader, char line[GTP_LINE_MAX]) {
    char beginning[sizeof INTERRUPT] = ""; /* of the line as it came, without CR */
    size_t bytes = 0;                      /* of the line as it came */
    size_t length = 0; /* of the cleaned line; bytes beyond GTP_LINE_MAX are only counted */
    bool comment = false;
    for (;;) {
        const int byte = next_input_byte(reader);
        if (byte < 0 && bytes == 0) {
            return LINE_END;
        }
        if (byte < 0 || byte == '\n') {
            line[length < GTP_LINE_MAX ? length : GTP_LINE_MAX - 1] = '\0';
            return strcmp(beginning, INTERRUPT) == 0 ? LINE_INTERRUPT
                   : length < GTP_LINE_MAX           ? LINE_OK
                                                     : LINE_TOO_LONG;
        }
        if (bytes < sizeof INTERRUPT && byte != '\r') {
            beginning[bytes < sizeof INTERRUPT - 1 ? bytes : 0] = (char)byte;
        }
        bytes++;
        comment = comment || byte == '#';
        const char kept = byte == '\t' ? ' ' : (char)byte;
        const bool control = (byte < 0x20 && byte != '\t') || byte == 0x7F;
        if (!comment && !control) {
            if (length < GTP_LINE_MAX - 1) {
                line[length] = kept;
            }
            length++;
        }
    }
}
