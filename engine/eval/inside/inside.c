/* The assembler copies the file INSIDE_FILE into the program; INSIDE_CHECKSUM is what cksum says of
 * it. The Makefile defines both. */
#include "engine/eval/inside/inside.h"

#include "engine/eval/inside/compact.h"

#ifdef INSIDE_FILE

#if defined(__MACH__)
#define SECTION      ".const_data\n"
#define SYMBOL(name) "_" name
#elif defined(__ELF__)
#define SECTION      ".section .rodata\n"
#define SYMBOL(name) name
#else /* COFF */
#define SECTION      ".section .rdata,\"dr\"\n"
#define SYMBOL(name) name
#endif

/* clang-format off */
__asm__(SECTION
        ".globl " SYMBOL("inside_begin") "\n"
        ".globl " SYMBOL("inside_end") "\n"
        ".balign 64\n"
        SYMBOL("inside_begin") ":\n"
        ".incbin \"" INSIDE_FILE "\"\n"
        SYMBOL("inside_end") ":\n"
        ".byte 0\n"
        ".text\n");
/* clang-format on */

extern const uint8_t inside_begin[], inside_end[];

enum { EXISTS = 1 };

#else

enum { EXISTS = 0, INSIDE_CHECKSUM = 0 };
static const uint8_t inside_begin[1], inside_end[1];

#endif

/* One bit of a cyclic redundancy check, x^32 + x^26 + x^23 + ... + 1. */
static const uint32_t POLYNOMIAL = 0x04C11DB7;

static void fill_table(uint32_t table[256]) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t value = i << 24;
        for (int bit = 0; bit < 8; bit++) {
            value = value << 1 ^ ((value & UINT32_C(1) << 31) != 0 ? POLYNOMIAL : 0);
        }
        table[i] = value;
    }
}

uint32_t inside_checksum(const uint8_t *bytes, size_t length) {
    uint32_t table[256], sum = 0;
    fill_table(table);
    for (size_t i = 0; i < length; i++) {
        sum = sum << 8 ^ table[sum >> 24 ^ bytes[i]];
    }
    for (size_t left = length; left > 0; left >>= 8) {
        sum = sum << 8 ^ table[sum >> 24 ^ (left & 0xFF)];
    }
    return ~sum;
}

bool inside_exists(void) {
    return EXISTS;
}

const uint8_t *inside_bytes(size_t *length) {
    *length = EXISTS ? (size_t)((uintptr_t)inside_end - (uintptr_t)inside_begin) : 0;
    return inside_begin;
}

bool inside_is_whole(Status *status) {
    if (!inside_exists()) {
        return status_fail(status, "this build has no network inside");
    }
    size_t length;
    const uint8_t *bytes = inside_bytes(&length);
    const uint32_t sum = inside_checksum(bytes, length);
    return sum == INSIDE_CHECKSUM ||
           status_fail(status, "the network inside is damaged: its checksum is %u, not %u", sum,
                       (uint32_t)INSIDE_CHECKSUM);
}

uint8_t *inside_read(size_t *length, Status *status) {
    if (!inside_is_whole(status)) {
        return NULL;
    }
    size_t stored;
    const uint8_t *bytes = inside_bytes(&stored);
    return compact_expand(bytes, stored, length, status);
}
