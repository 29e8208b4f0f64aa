/* Reads the lines of a proof, "NAME VALUE" each, and the checksum that it ends with. Once something
 * is wrong, nothing more is read, values are empty, and the first message stays. */
#ifndef VERIFY_FRAME_H
#define VERIFY_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/status.h"

enum { FRAME_VALUE_MAX = 2501, FRAME_SIDE_MAX = 25, FRAME_NO_CELL = -1 };

static const char FRAME_COLUMNS[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

typedef struct {
    const uint8_t *bytes;
    size_t length, at;
    bool ok;
    int line;
    char value[FRAME_VALUE_MAX]; /* of the last line */
    Status *status;
} FrameReader;

/* Each reads a line. */
const char *frame_read(FrameReader *reader, const char *name); /* returns the value */
int frame_read_name(FrameReader *reader, const char *name, const char *const *names); /* or 0 */
void frame_read_size(FrameReader *reader, int *width, int *height); /* at most 25; 1x1 if not ok */
/* Sets cells[i] to the index of its sign. */
void frame_read_cells(FrameReader *reader, const char *name, int count, const char *signs,
                      uint8_t *cells);
void frame_read_checksum(FrameReader *reader); /* the last one */

/* Something is wrong with the last line unless is_right. */
void frame_expect(FrameReader *reader, bool is_right, const char *else_what);

/* The cell of a vertex, row by row from the top left, or FRAME_NO_CELL. */
int frame_cell(int width, int height, const char *vertex);

/* 64-bit FNV-1a. */
uint64_t frame_sum(const uint8_t *bytes, size_t length);

#endif
