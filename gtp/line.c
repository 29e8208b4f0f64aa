#include "gtp/line.h"

#include <errno.h>
#include <unistd.h>

void gtp_reader_init(GtpReader *reader, int fd) {
    reader->fd = fd;
    reader->start = reader->end = 0;
}

/* The next byte, or -1 at the end. */
static int read_byte(GtpReader *reader) {
    if (reader->start == reader->end) {
        ssize_t count;
        do {
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
    size_t bytes = 0;  /* of the line as it came */
    size_t length = 0; /* of what is kept of it; beyond GTP_LINE_MAX only counted */
    bool comment = false;
    for (;;) {
        const int byte = read_byte(reader);
        if (byte < 0 && bytes == 0) {
            return GTP_LINE_END;
        }
        if (byte < 0 || byte == '\n') {
            line[length < GTP_LINE_MAX ? length : GTP_LINE_MAX - 1] = '\0';
            return length < GTP_LINE_MAX ? GTP_LINE_OK : GTP_LINE_TOO_LONG;
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
