#include "verify/frame.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"

void frame_expect(FrameReader *reader, bool is_right, const char *else_what) {
    if (reader->ok && !is_right) {
        reader->ok = status_fail(reader->status, "line %d: %s", reader->line, else_what);
    }
}

const char *frame_read(FrameReader *reader, const char *name) {
    reader->value[0] = '\0';
    if (!reader->ok) {
        return reader->value;
    }
    const char *start = (const char *)reader->bytes + reader->at;
    const size_t left = reader->length - reader->at, skipped = strlen(name) + 1;
    const char *end = memchr(start, '\n', left < FRAME_VALUE_MAX ? left : FRAME_VALUE_MAX);
    const size_t length = end == NULL ? 0 : (size_t)(end - start);
    reader->line++;
    if (length < skipped || memcmp(start, name, skipped - 1) != 0 || start[skipped - 1] != ' ' ||
        memchr(start, '\0', length) != NULL) {
        reader->ok =
            status_fail(reader->status, "line %d: a line '%s ...' is missing", reader->line, name);
        return reader->value;
    }
    memcpy(reader->value, start + skipped, length - skipped);
    reader->value[length - skipped] = '\0';
    reader->at += length + 1;
    return reader->value;
}

int frame_read_name(FrameReader *reader, const char *name, const char *const *names) {
    const int index = text_find(frame_read(reader, name), names);
    frame_expect(reader, index >= 0, "unknown value");
    return reader->ok ? index : 0;
}

void frame_read_size(FrameReader *reader, int *width, int *height) {
    char again[16];
    const char *value = frame_read(reader, "board");
    *width = *height = 0;
    sscanf(value, "%2dx%2d", width, height);
    snprintf(again, sizeof again, "%dx%d", *width, *height);
    frame_expect(reader,
                 strcmp(value, again) == 0 && *width >= 1 && *height >= 1 &&
                     *width <= FRAME_SIDE_MAX && *height <= FRAME_SIDE_MAX,
                 "expected a board of at most 25x25");
    if (!reader->ok) {
        *width = *height = 1;
    }
}

void frame_read_cells(FrameReader *reader, const char *name, int count, const char *signs,
                      uint8_t *cells) {
    const char *value = frame_read(reader, name);
    frame_expect(reader, strlen(value) == (size_t)count,
                 "the number of points is not that of the board");
    for (int cell = 0; reader->ok && cell < count; cell++) {
        const char *sign = strchr(signs, value[cell]);
        frame_expect(reader, sign != NULL, "unknown sign for a point");
        cells[cell] = (uint8_t)(sign == NULL ? 0 : sign - signs);
    }
}

int frame_cell(int width, int height, const char *vertex) {
    const char *column = vertex[0] == '\0' ? NULL : strchr(FRAME_COLUMNS, vertex[0]);
    char again[16];
    const int row = column == NULL ? 0 : atoi(vertex + 1);
    snprintf(again, sizeof again, "%c%d", vertex[0], row);
    return column != NULL && column - FRAME_COLUMNS < width && row >= 1 && row <= height &&
                   strcmp(again, vertex) == 0
               ? (height - row) * width + (int)(column - FRAME_COLUMNS)
               : FRAME_NO_CELL;
}

uint64_t frame_sum(const uint8_t *bytes, size_t length) {
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < length; i++) {
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001B3);
    }
    return sum;
}

void frame_read_checksum(FrameReader *reader) {
    const size_t place = reader->at;
    char expected[17];
    const char *checksum = frame_read(reader, "checksum");
    if (!reader->ok) {
        return;
    }
    snprintf(expected, sizeof expected, "%016" PRIX64, frame_sum(reader->bytes, place));
    if (reader->at != reader->length) {
        reader->ok = status_fail(reader->status, "byte %zu: the file goes on after its checksum",
                                 reader->at);
    } else if (strcmp(checksum, expected) != 0) {
        reader->ok = status_fail(
            reader->status, "byte %zu: the checksum does not match the bytes before it", place);
    }
}
