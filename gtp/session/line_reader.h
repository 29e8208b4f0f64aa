/* Reads the lines of a GTP stream, or of text at hand, and cleans them as the protocol asks: CR and
 * other control characters are dropped, HT becomes a blank, and "#" with what follows it is
 * dropped.
 *
 * Invariant: a line of any length and any bytes costs no more memory than GTP_LINE_MAX. One thread
 * reads. */
#ifndef GTP_SESSION_LINE_READER_H
#define GTP_SESSION_LINE_READER_H

#include <stdbool.h>
#include <stddef.h>

enum { GTP_LINE_MAX = 64 << 10 }; /* bytes of a cleaned line with its newline */

typedef enum {
    LINE_OK,        /* may be blank */
    LINE_TOO_LONG,  /* the cleaned line does not fit; its beginning was stored */
    LINE_INTERRUPT, /* GoGui's "# interrupt", which leaves a blank line */
    LINE_END,       /* the input has ended */
} LineResult;

typedef struct {
    int fd;               /* -1: there is only the text at hand */
    int wake_fd;          /* the input also ends as soon as this can be read; -1: none */
    bool has_failed;      /* the input ended because it could not be read */
    const char *at, *end; /* the bytes that come next, in the buffer or the text at hand */
    char buffer[4096];
} LineReader;

void line_reader_init(LineReader *reader, int fd, int wake_fd);

/* Reads text that outlives the reader. */
void line_reader_init_text(LineReader *reader, const char *text, size_t length);

/* Reads the next line. A last line without a newline counts; EINTR is retried; a read error ends
 * the input and sets has_failed. */
LineResult line_reader_next(LineReader *reader, char line[GTP_LINE_MAX]);

#endif
