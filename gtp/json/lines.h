/* Lines of any length from a file descriptor. One thread reads. */
#ifndef GTP_JSON_LINES_H
#define GTP_JSON_LINES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    int fd;
    int output; /* the program ends once this descriptor has no reader any more; -1: none */
    char *bytes;
    size_t start, end, capacity; /* of the bytes that have been read and not yet returned */
    size_t most;                 /* bytes of a line */
    bool is_over;
} Lines;

typedef enum {
    LINES_NEXT,
    LINES_TOO_LONG, /* the line has been skipped */
    LINES_OVER,
} LinesResult;

/* Returns the next line without its newline; it may hold any bytes and lasts until the next call. A
 * last line without a newline counts. */
LinesResult lines_next(Lines *lines, const char **line, size_t *length);

void lines_free(Lines *lines);

#endif
