#include "gtp/line.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

static const char INTERRUPT[] = "# interrupt";

void gtp_reader_init(GtpReader *reader, int fd, int wake_fd) {
    reader->fd = fd;
    reader->wake_fd = wake_fd;
    reader->start = reader->end = 0;
}

/* Waits for input. False where the reader is to wake up in place of it. */
static bool wait_for_input(const GtpReader *reader) {
    struct pollfd ends[2] = {{.fd = reader->fd, .events = POLLIN},
                             {.fd = reader->wake_fd, .events = POLLIN}};
    int ready;
    do {
        ready = poll(ends, 2, -1);
    } while (ready < 0 && errno == EINTR);
    return ready > 0 && ends[1].revents == 0;
}

/* The next byte, or -1 at the end. */
static int read_byte(GtpReader *reader) {
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

GtpLineResult gtp_read_line(GtpReader *reader, char line[GTP_LINE_MAX]) {
    char beginning[sizeof INTERRUPT] = ""; /* of the line as it came, without CR */
    size_t bytes = 0;                      /* of that */
    size_t length = 0; /* of what is kept of it; beyond GTP_LINE_MAX only counted */
    bool comment = false;
    for (;;) {
        const int byte = read_byte(reader);
        if (byte < 0 && bytes == 0) {
            return GTP_LINE_END;
        }
        if (byte < 0 || byte == '\n') {
            line[length < GTP_LINE_MAX ? length : GTP_LINE_MAX - 1] = '\0';
            return strcmp(beginning, INTERRUPT) == 0 ? GTP_LINE_INTERRUPT
                   : length < GTP_LINE_MAX           ? GTP_LINE_OK
                                                     : GTP_LINE_TOO_LONG;
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
