/* Lines of any length from a file descriptor. Belongs to one thread. */
#ifndef GTP_JSON_LINE_BUFFER_H
#define GTP_JSON_LINE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

/* Starts as zeros but for fd and most. */
typedef struct {
    int fd;
    size_t most; /* bytes of a line */
    char *bytes;
    size_t start, end, capacity; /* of the bytes that have been read and not yet returned */
    bool is_over, has_failed;    /* the end of the input; it could not be read that far */
} LineBuffer;

typedef enum {
    LINE_BUFFER_LINE,
    LINE_BUFFER_TOO_LONG, /* the line has been skipped */
    LINE_BUFFER_OVER,     /* the input is over */
} LineBufferResult;

/* Finds the next line without its newline; it may hold any bytes and lasts until the next call. A
 * last line without a newline counts. Ends the program if out of memory. */
LineBufferResult line_buffer_next(LineBuffer *buffer, const char **line, size_t *length);
void line_buffer_free(LineBuffer *buffer);

#endif
