/* Lines of a GTP stream, cleaned as the protocol asks: CR and control characters dropped, HT made
 * a space, what follows # dropped. */
#ifndef GTP_LINE_H
#define GTP_LINE_H

#include <stdbool.h>
#include <stddef.h>

enum { GTP_LINE_MAX = 64 << 10 }; /* bytes of a line as it is kept, its newline included */

typedef enum {
    GTP_LINE_OK,        /* may be blank */
    GTP_LINE_TOO_LONG,  /* what is kept does not fit; line holds its beginning */
    GTP_LINE_INTERRUPT, /* GoGui's "# interrupt"; what is kept of it is blank */
    GTP_LINE_END,       /* end of input */
} GtpLineResult;

typedef struct {
    int fd;
    int wake_fd;       /* what can be read there ends the input too; -1: none */
    size_t start, end; /* of the bytes in buffer not yet read */
    char buffer[4096];
} GtpReader;

void gtp_reader_init(GtpReader *reader, int fd, int wake_fd);

/* The next line. A last line without a newline counts; EINTR is retried; a read error is the end of
 * the input. */
GtpLineResult gtp_read_line(GtpReader *reader, char line[GTP_LINE_MAX]);

#endif
