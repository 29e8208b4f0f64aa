#include "verify/strategy.h"

#include <stdlib.h>
#include <zlib.h>

#include "engine/base/memory.h"

size_t block_bytes_max(size_t record_bytes) {
    return compressBound((uLong)(BLOCK_RECORDS * record_bytes));
}

/* Copies a table of rows so that its columns become the rows. */
static void transpose(const uint8_t *from, size_t rows, size_t columns, uint8_t *to) {
    for (size_t column = 0; column < columns; column++) {
        for (size_t row = 0; row < rows; row++) {
            to[column * rows + row] = from[row * columns + column];
        }
    }
}

void block_pack(const uint8_t *records, size_t count, size_t record_bytes, Text *text) {
    const size_t length = count * record_bytes;
    uLongf packed_length = (uLongf)block_bytes_max(record_bytes);
    uint8_t *columns = memory_new(length, 1);
    uint8_t *packed = memory_new(packed_length, 1);
    uint8_t head[BLOCK_HEAD_BYTES];
    transpose(records, count, record_bytes, columns);
    if (compress2(packed, &packed_length, columns, (uLong)length, Z_BEST_COMPRESSION) != Z_OK) {
        memory_fail(); /* there is room for any result */
    }
    for (int i = 0; i < BLOCK_HEAD_BYTES; i++) {
        head[i] = (uint8_t)(packed_length >> 8 * i);
    }
    text_append(text, (const char *)head, sizeof head);
    text_append(text, (const char *)packed, packed_length);
    free(columns);
    free(packed);
}

uint32_t block_read_head(const uint8_t head[BLOCK_HEAD_BYTES]) {
    uint32_t length = 0;
    for (int i = 0; i < BLOCK_HEAD_BYTES; i++) {
        length |= (uint32_t)head[i] << 8 * i;
    }
    return length;
}

bool block_unpack(const uint8_t *bytes, size_t length, size_t count, size_t record_bytes,
                  uint8_t *columns, uint8_t *records) {
    uLongf unpacked = (uLongf)(count * record_bytes);
    uLong used = (uLong)length;
    if (uncompress2(columns, &unpacked, bytes, &used) != Z_OK || used != length ||
        unpacked != count * record_bytes) {
        return false;
    }
    transpose(columns, record_bytes, count, records);
    return true;
}
