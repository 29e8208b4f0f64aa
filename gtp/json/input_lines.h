/* The lines of a descriptor. No state: any thread may call. */
#ifndef GTP_JSON_INPUT_LINES_H
#define GTP_JSON_INPUT_LINES_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of a line: a query of 100,000 moves has less. */
enum { INPUT_LINE_MAX = 64 << 20 };

/* Hands over each line without its newline, which may hold any bytes; of one longer than
 * INPUT_LINE_MAX only the beginning, with a length above that. Returns false if the input could not
 * be read to its end. */
bool input_lines_read(int fd, void (*take)(void *context, const char *line, size_t length),
                      void *context);

#endif
