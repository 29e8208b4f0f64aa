/* The lines of a session. A thread reads ahead, so that a search learns at once of another command
 * or an interrupt, and no client waits until it may write on. A second thread watches whether the
 * answers still have a reader.
 *
 * Invariant: lines come out in the order in which they came in, none is lost, and an interrupt
 * stops only the command before it. One thread at a time may take lines; any may read the flag of
 * input_interrupt. */
#ifndef GTP_SESSION_INPUT_H
#define GTP_SESSION_INPUT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "engine/base/status.h"

/* ---- Lines of a stream, or of text at hand, cleaned as the protocol asks (line_reader.c): CR and
 * other control characters are dropped, HT becomes a blank, and "#" with what follows it is
 * dropped.
 *
 * Invariant: a line of any length and any bytes costs no more memory than GTP_LINE_MAX. One thread
 * reads ---- */

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

/* ---- The lines of a session (input.c) ---- */

typedef struct GtpInput GtpInput;

/* Begins to read lines from fd and to watch output_fd, where the answers go (-1: nothing is
 * watched). Both must stay open until input_free. Returns NULL if out of memory, threads or
 * descriptors. */
GtpInput *input_new(int fd, int output_fd);
void input_free(GtpInput *input);

/* An input without threads, whose lines are handed in, for a session that lives in a web page.
 * Returns NULL if out of memory. */
GtpInput *input_new_fed(void);

/* Hands lines in; an end of the text ends a line, too. *commands: how many of them get a response.
 * Returns false if out of memory: lines were lost. */
bool input_feed(GtpInput *input, const char *text, size_t length, int *commands);

/* Waits for the next line and takes it; LINE_INTERRUPT never comes out. If no line waits, an output
 * without a reader ends the input as well. The line counts as running until input_done or until the
 * next one is taken: an interrupt is meant for it. */
LineResult input_next(GtpInput *input, char line[GTP_LINE_MAX]);

/* Why the input ended too early: it could not be read, or memory ran out; "" if the output lost its
 * reader, NULL if all is well. */
const char *input_failure(GtpInput *input);

void input_done(GtpInput *input);

/* Is a line waiting, even a blank one? The end of the input is not a line. */
bool input_has_line(GtpInput *input);

/* What stops a search, besides "# interrupt" and an output without a reader. */
typedef enum {
    INTERRUPT_BY_CLIENT,      /* nothing else */
    INTERRUPT_BY_LINE,        /* a line, even a blank one, that waits already or is to come */
    INTERRUPT_BY_LINE_OR_END, /* a line or the end of the input */
} Interrupter;

void input_interrupt_by(GtpInput *input, Interrupter by);

/* Returns a flag that is true while a search of the line taken last should stop. Only this module
 * sets it. It lives as long as the input. */
_Atomic bool *input_interrupt(GtpInput *input);
void input_wait_for_interrupt(GtpInput *input);

/* The answers have lost their reader: stops every search from now on and ends the input after the
 * waiting lines. */
void input_set_disconnected(GtpInput *input);

#endif
