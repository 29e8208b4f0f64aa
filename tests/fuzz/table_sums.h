/* Makes the checksums of a changed table file right again, as tt/file.c defines them. */
#ifndef TESTS_FUZZ_TABLE_SUMS_H
#define TESTS_FUZZ_TABLE_SUMS_H

#include "hash/zobrist.h"
#include "tests/fuzz/fuzz.h"

enum { TABLE_HEADER_BYTES = 4096, TABLE_SUM_PLACE = 56, TABLE_BLOCK_WORDS = 8 };

static inline uint64_t table_sum_step(uint64_t sum, uint64_t word) {
    const uint64_t mixed = sum ^ word;
    return hash_mix(mixed << 29 | mixed >> 35);
}

static inline uint64_t table_sum(const uint8_t *bytes, size_t length) {
    uint64_t sums[TABLE_BLOCK_WORDS] = {1}, sum = 1;
    for (size_t at = 0; at + 8 <= length; at += 8) {
        uint64_t word;
        memcpy(&word, bytes + at, sizeof word);
        uint64_t *one = &sums[at / 8 % TABLE_BLOCK_WORDS];
        *one = table_sum_step(*one, word);
    }
    for (int i = 0; i < TABLE_BLOCK_WORDS; i++) {
        sum = table_sum_step(sum, sums[i]);
    }
    return sum;
}

static inline void table_mend_sums(uint8_t *bytes, size_t length) {
    const uint64_t content = table_sum(bytes + TABLE_HEADER_BYTES, length - TABLE_HEADER_BYTES);
    memcpy(bytes + TABLE_SUM_PLACE - 8, &content, sizeof content);
    memset(bytes + TABLE_HEADER_BYTES - 8, 0, 8);
    const uint64_t header = table_sum(bytes, TABLE_HEADER_BYTES);
    memcpy(bytes + TABLE_HEADER_BYTES - 8, &header, sizeof header);
}

#endif
