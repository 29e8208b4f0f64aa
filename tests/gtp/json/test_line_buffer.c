/* Lines as they come: long, empty, with any bytes, without a newline at the end. */
#include "gtp/json/line_buffer.h"

#include <criterion/criterion.h>
#include <string.h>
#include <unistd.h>

static void expect(LineBuffer *buffer, LineBufferResult result, const char *text, size_t length) {
    const char *line;
    size_t found = 0;
    cr_assert_eq(line_buffer_next(buffer, &line, &found), result, "%.10s", text);
    cr_assert(result != LINE_BUFFER_LINE || (found == length && memcmp(line, text, length) == 0));
}

Test(json_line_buffer, finds_every_line) {
    static const char BYTES[] = "one\n\na\0b\ntoo long a line\neight   \nlast";
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    cr_assert_eq(write(ends[1], BYTES, sizeof BYTES - 1), (ssize_t)sizeof BYTES - 1);
    close(ends[1]);
    LineBuffer buffer = {.fd = ends[0], .most = 8};
    expect(&buffer, LINE_BUFFER_LINE, "one", 3);
    expect(&buffer, LINE_BUFFER_LINE, "", 0);
    expect(&buffer, LINE_BUFFER_LINE, "a\0b", 3);
    expect(&buffer, LINE_BUFFER_TOO_LONG, "", 0);
    expect(&buffer, LINE_BUFFER_LINE, "eight   ", 8);
    expect(&buffer, LINE_BUFFER_LINE, "last", 4);
    expect(&buffer, LINE_BUFFER_OVER, "", 0);
    cr_assert_not(buffer.has_failed);
    line_buffer_free(&buffer);
    close(ends[0]);
}

Test(json_line_buffer, tells_what_cannot_be_read) {
    LineBuffer buffer = {.fd = -1, .most = 8};
    expect(&buffer, LINE_BUFFER_OVER, "", 0);
    cr_assert(buffer.has_failed);
    line_buffer_free(&buffer);
}
