#include "engine/base/checksum.h"

#include <string.h>

#include "hash/zobrist.h"

/* Four sums, so that no multiplication waits for another; each step is a bijection of the sum and
 * of the word, so that a change of one word always shows. */
uint64_t checksum_of(const void *bytes, size_t length) {
    enum { LANES = 4, STEP = LANES * 8 };
    uint64_t sum[LANES] = {length, 1, 2, 3}, words[LANES];
    for (size_t at = 0; at < length; at += STEP) {
        const size_t left = length - at;
        memset(words, 0, sizeof words);
        memcpy(words, (const char *)bytes + at, left < STEP ? left : STEP);
        for (int i = 0; i < LANES; i++) {
            const uint64_t mixed = sum[i] ^ words[i];
            sum[i] = hash_mix(mixed << 29 | mixed >> 35);
        }
    }
    uint64_t all = 0;
    for (int i = 0; i < LANES; i++) {
        all = hash_mix((all ^ sum[i]) << 29 | (all ^ sum[i]) >> 35);
    }
    return all;
}
