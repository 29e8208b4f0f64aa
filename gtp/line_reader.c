#include "gtp/line_reader.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

static const char INTERRUPT[] = "# interrupt";

void line_reader_init(LineReader *reader, int fd, int wake_fd) {
    reader->fd = fd;
    reader->wake_fd = wake_fd;
    reader->start = reader->end = 0;
}

/* Waits for input. Returns false if the reader is woken up instead. */
static bool wait_for_input(const LineReader *reader) {
    struct pollfd ends[2] = {{.fd = reader->fd, .events = POLLIN},
                             {.fd = reader->wake_fd, .events = POLLIN}};
    int ready;
    do {
        ready = poll(ends, 2, -1);
    } while (ready < 0 && errno == EINTR);
    return ready > 0 && ends[1].revents == 0;
}

/* Returns the next byte, or -1 at the end of the input. */
static int read_byte(LineReader *reader) {
    if (reader->start == reader->end) {
        ssize_t count;
        do {
            if (!wait_for_input(reader)) {
                return -1;
            }
            count = read(reader->fd, reader->buffer, sizeof reader->buffer);
        } while (count < 0 && errno == EINTR);
        if (count <= 0) {
            return -1;
        }
        reader->start = 0;
        reader->end = (size_t)count;
    }
    return (unsigned char)reader->buffer[reader->start++];
}

LineResult line_reader_next(LineReader *reader, char line[GTP_LINE_MAX]) {
    char beginning[sizeof INTERRUPT] = ""; /* of the line as it came, without CR */
    size_t bytes = 0;                      /* of the line as it came */
    size_t length = 0; /* of the cleaned line; bytes beyond GTP_LINE_MAX are only counted */
    bool comment = false;
    for (;;) {
        const int byte = read_byte(reader);
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
