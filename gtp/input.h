/* The lines of a session, read by a thread of their own: so that a search can be told that another
 * command has come, or that it is to come to an end, and so that no client has to wait before it
 * may write on. One thread takes the lines. */
#ifndef GTP_INPUT_H
#define GTP_INPUT_H

#include <stdatomic.h>

#include "gtp/line.h"

typedef struct GtpInput GtpInput;

/* NULL where there is no memory, thread or pipe to be had. */
GtpInput *gtp_input_new(int fd);
void gtp_input_free(GtpInput *input);

/* The next line, waiting for it; never GTP_LINE_INTERRUPT. */
GtpLineResult gtp_input_next(GtpInput *input, char line[GTP_LINE_MAX]);

/* Whether a line, even a blank one, or the end of the input is there; gtp_input_wait waits for it.
 */
bool gtp_input_is_there(GtpInput *input);
void gtp_input_wait(GtpInput *input);

/* Whether a line is there; the end of the input is none. */
bool gtp_input_has_line(GtpInput *input);

/* An interrupt of the line taken last, had or to come, sets *flag; NULL: not any more. */
void gtp_input_on_interrupt(GtpInput *input, _Atomic bool *flag);

/* From now on a line, had or to come, counts as an interrupt too; or no longer does. */
void gtp_input_interrupt_by_lines(GtpInput *input, bool by_lines);

#endif
