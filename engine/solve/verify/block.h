/* Blocks of records as a proof file has them: columns, compressed by zlib. The functions need no
 * state: any thread. */
#ifndef ENGINE_SOLVE_VERIFY_BLOCK_H
#define ENGINE_SOLVE_VERIFY_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/text.h"

enum {
    BLOCK_RECORDS = 4096, /* of every block of a section but the last */
    BLOCK_HEAD_BYTES = 4, /* the length of what follows, the lowest byte first */
    BLOCK_BYTES_MIN = BLOCK_HEAD_BYTES + 8,
};

/* The most bytes of a block after its head. */
size_t block_bytes_max(size_t record_bytes);

/* Appends a block of up to BLOCK_RECORDS records that lie one after the other. */
void block_pack(const uint8_t *records, size_t count, size_t record_bytes, Text *text);

uint32_t block_read_head(const uint8_t head[BLOCK_HEAD_BYTES]);

/* Unpacks what follows the head of a block of that many records. columns and records have room for
 * them. Returns false if the bytes are of no such block. */
bool block_unpack(const uint8_t *bytes, size_t length, size_t count, size_t record_bytes,
                  uint8_t *columns, uint8_t *records);

#endif
