/* Compact network files. */
#include "engine/eval/net/model/scanner.h"

#include <math.h>

#include "tests/support/program/cleanup.h"

/* Two sections: weights 1, -2, 2^-24 (the least), 65504 (the greatest) and -0, then only text. */
// clang-format off
static const uint8_t FILE_BYTES[] =
    "dihedra compact\n"
    "\x08\0\0\0"
    "n 1@BIN@"
    "\x05\0\0\0"
    "\x00\x3c\x00\xc0\x01\x00\xff\x7b\x00\x80"
    "\x03\0\0\0"
    "\nx\n"
    "\0\0\0";
// clang-format on
enum { FILE_LENGTH = sizeof FILE_BYTES, WEIGHTS = 5, EXPANDED = 8 + 4 * WEIGHTS + 3 };

static uint8_t *expand(const uint8_t *bytes, size_t length, size_t *expanded, Status *status) {
    return cleanup_free(compact_expand(bytes, length, expanded, status));
}

static float weight_at(const uint8_t *bytes) {
    const uint32_t bits = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                          (uint32_t)bytes[3] << 24;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

Test(compact, weights_become_floats) {
    static const float WANTED[WEIGHTS] = {1, -2, 0x1p-24F, 65504, -0.0F};
    Status status;
    size_t length;
    const uint8_t *bytes = expand(FILE_BYTES, FILE_LENGTH, &length, &status);
    cr_assert_not_null(bytes, "%s", status.text);
    cr_assert_eq(length, (size_t)EXPANDED);
    cr_assert_eq(memcmp(bytes, "n 1@BIN@", 8), 0);
    for (int i = 0; i < WEIGHTS; i++) {
        const float weight = weight_at(bytes + 8 + 4 * i);
        cr_assert(weight == WANTED[i] && !signbit(weight) == !signbit(WANTED[i]), "%d: %g", i,
                  (double)weight);
    }
    cr_assert_eq(memcmp(bytes + EXPANDED - 3, "\nx\n", 3), 0);
}

/* So that the reader of networks refuses it by the weight's place. */
Test(compact, what_is_not_finite_stays_so) {
    uint8_t bytes[FILE_LENGTH];
    Status status;
    size_t length;
    for (int mantissa = 0; mantissa < 4; mantissa++) {
        memcpy(bytes, FILE_BYTES, sizeof bytes);
        bytes[33] = 0x7c | (uint8_t)mantissa; /* of the first weight */
        const uint8_t *expanded = expand(bytes, sizeof bytes, &length, &status);
        cr_assert_not_null(expanded, "%s", status.text);
        cr_assert(!isfinite(weight_at(expanded + 8)));
    }
}

Test(compact, a_file_that_is_cut_short_is_refused) {
    enum { HEADER = 16, FIRST_END = HEADER + 4 + 8 + 4 + 2 * WEIGHTS };
    Status status;
    size_t length;
    for (size_t cut = HEADER; cut < FILE_LENGTH; cut++) {
        const bool is_whole = cut == HEADER || cut == FIRST_END;
        const uint8_t *bytes = expand(FILE_BYTES, cut, &length, &status);
        cr_assert_eq(bytes != NULL, is_whole, "%zu", cut);
        if (!is_whole) {
            cr_assert_str_eq(status.text,
                             formatted("the network is cut short: a section goes beyond byte "
                                       "%zu",
                                       cut));
        }
    }
}
