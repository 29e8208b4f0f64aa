/* Positions in records: what is packed is unpacked, and no other bytes are a position. The checksum
 * of a long file, which is found in pieces. */
#include "engine/solve/verify/strategy.h"
#include "hash/random.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* 2x3 takes two bytes, of which the second has one cell and four beyond the board. */
Test(strategy, every_position_has_its_own_bytes) {
    SlowRules rules;
    slow_rules_init(&rules, 2, 3, SLOW_SIMPLE, false);
    cr_assert_eq(strategy_key_bytes(&rules), 3);
    for (int first = 0; first < 256; first++) {
        for (int second = 0; second < 256; second++) {
            const uint8_t ko_byte = (uint8_t)((first + second) % 9);
            const uint8_t bytes[3] = {(uint8_t)first, (uint8_t)second, ko_byte};
            const bool is_position =
                first < 243 && second < 243 && second % 81 == 0 && ko_byte <= 6;
            SlowBoard board;
            int ko;
            cr_assert_eq(strategy_unpack(&rules, bytes, &board, &ko), is_position, "%d %d %d",
                         first, second, ko_byte);
            if (is_position) {
                uint8_t packed[3];
                cr_assert_eq((int)slow_stone(&board, 0), first / 81);
                cr_assert_eq((int)slow_stone(&board, 5), second / 81);
                strategy_pack(&rules, &board, ko, packed);
                cr_assert_eq(memcmp(packed, bytes, sizeof bytes), 0);
            }
        }
    }
}

typedef struct {
    int reports;
    size_t last;
} Watcher;

static bool note_report(void *context, const char *phase, size_t done, size_t all) {
    Watcher *watcher = context;
    cr_assert(strcmp(phase, "bytes summed") == 0 && done < all);
    watcher->reports++;
    watcher->last = done;
    return true;
}

/* It is told how far the sum is after each MiB, and where bytes cannot be read. */
Test(strategy, a_long_files_checksum_is_that_of_all_its_bytes) {
    enum { LENGTH = 3 << 20 };
    Watcher watcher = {0, 0};
    const VerifyMonitor monitor = {.report = note_report, .context = &watcher};
    SplitMix random = {7};
    uint64_t sum;
    Status status;
    uint8_t *bytes = malloc(LENGTH); /* so that AddressSanitizer sees a read past the end */
    cr_assert_not_null(bytes);
    for (size_t i = 0; i < LENGTH; i++) {
        bytes[i] = (uint8_t)splitmix_next(&random);
    }
    ProofSource source;
    proof_source_init(&source, bytes, LENGTH);
    cr_assert(proof_file_find_sum(&source, LENGTH, &monitor, &sum, &status));
    cr_assert_eq(sum, proof_file_sum(bytes, LENGTH));
    cr_assert(watcher.reports == 3 && watcher.last == 2 << 20);
    cr_assert_not(proof_file_find_sum(&source, LENGTH + 1, &monitor, &sum, &status));
    cr_assert_str_eq(status.text, "byte 3145728: reading failed");
    proof_source_close(&source);
    free(bytes);
}
