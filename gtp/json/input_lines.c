#include "gtp/json/input_lines.h"

#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/base/os/streams.h"
#include "engine/base/text.h"

typedef struct {
    int fd;
    char bytes[1 << 16]; /* read, and not yet taken from `at` on */
    ptrdiff_t at, end;   /* end < 0: the input could not be read */
} InputBytes;

/* Returns the next byte, or -1 at the end. */
static int next_byte(InputBytes *input) {
    if (input->at == input->end) {
        input->at = 0;
        input->end = stream_read(input->fd, input->bytes, sizeof input->bytes);
    }
    return input->end > 0 ? (unsigned char)input->bytes[input->at++] : -1;
}

/* Returns false at the end. */
static bool next_line(InputBytes *input, Text *line) {
    text_clear(line);
    int byte = next_byte(input);
    const bool is_any = byte >= 0;
    for (; byte >= 0 && byte != '\n'; byte = next_byte(input)) {
        if (line->length <= INPUT_LINE_MAX) {
            text_append(line, &(char){(char)byte}, 1);
        }
    }
    return is_any;
}

bool input_lines_read(int fd, void (*take)(void *context, const char *line, size_t length),
                      void *context) {
    InputBytes *input = memory_new(1, sizeof *input);
    Text line = {0};
    input->fd = fd;
    while (next_line(input, &line)) {
        take(context, text_get(&line), line.length);
    }
    const bool is_read = input->end == 0;
    free(input);
    text_free(&line);
    return is_read;
}
