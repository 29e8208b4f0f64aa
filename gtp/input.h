/* The lines of a session, read by a thread of their own: a search is told that another command has
 * come or that it is to end, and no client has to wait before it may write on. A second thread
 * watches whether anybody still reads the answers. One thread takes the lines. */
#ifndef GTP_INPUT_H
#define GTP_INPUT_H

#include <stdatomic.h>

#include "gtp/line.h"

typedef struct GtpInput GtpInput;

/* Answers go to output_fd, which is only watched; -1: nobody watches. Returns NULL if memory,
 * threads or descriptors run out. Both descriptors must stay open until gtp_input_free. */
GtpInput *gtp_input_new(int fd, int output_fd);
void gtp_input_free(GtpInput *input);

/* The next line, waiting for it; never GTP_LINE_INTERRUPT. It runs until gtp_input_done, or until
 * the next one is taken: an interrupt is meant for it until another command has come. */
GtpLineResult gtp_input_next(GtpInput *input, char line[GTP_LINE_MAX]);
void gtp_input_done(GtpInput *input);

/* Is a line there, even a blank one? The end of the input is none. */
bool gtp_input_has_line(GtpInput *input);

/* What ends a search besides "# interrupt" and an output that nobody reads. */
typedef enum {
    GTP_BY_INTERRUPT,   /* nothing */
    GTP_BY_LINE,        /* a line, even a blank one, waiting already or to come */
    GTP_BY_LINE_OR_END, /* the end of the input too */
} GtpInterrupter;

void gtp_input_interrupt_by(GtpInput *input, GtpInterrupter by);

/* Set while a search of the line taken last should end; never to be set by others. */
_Atomic bool *gtp_input_interrupt(GtpInput *input);
void gtp_input_wait_for_interrupt(GtpInput *input);

/* Nobody reads the answers any more: every search ends from now on. */
void gtp_input_set_unheard(GtpInput *input);

#endif
