/* The assembler copies the file INSIDE_FILE into the program; INSIDE_CHECKSUM is what cksum says of
 * it. The Makefile defines both. */
#include "engine/eval/inside/inside.h"

#include <stdlib.h>
#include <string.h>

#include "engine/eval/net/model/compact.h"

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

/* Bytes that are taken in one step ("slicing": Kounavis and Berry, 2005). */
enum { SLICES = 8 };

typedef uint32_t Slices[SLICES][256];

/* [slice][byte]: the remainder of the byte with as many zero bytes behind it. */
static void fill_slices(Slices slices) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t value = i << 24;
        for (int bit = 0; bit < 8; bit++) {
            value = value << 1 ^ ((value & UINT32_C(1) << 31) != 0 ? POLYNOMIAL : 0);
        }
        slices[0][i] = value;
    }
    for (int slice = 1; slice < SLICES; slice++) {
        for (uint32_t i = 0; i < 256; i++) {
            const uint32_t value = slices[slice - 1][i];
            slices[slice][i] = value << 8 ^ slices[0][value >> 24];
        }
    }
}

static uint32_t add_byte(Slices slices, uint32_t sum, uint8_t byte) {
    return sum << 8 ^ slices[0][sum >> 24 ^ byte];
}

uint32_t inside_checksum(const uint8_t *bytes, size_t length) {
    Slices slices;
    uint32_t sum = 0;
    size_t i = 0;
    fill_slices(slices);
    for (; i + SLICES <= length; i += SLICES) {
        uint32_t next = 0;
        for (size_t k = 0; k < SLICES; k++) {
            const uint32_t before = k < 4 ? sum >> (24 - 8 * k) & 0xFF : 0;
            next ^= slices[SLICES - 1 - k][before ^ bytes[i + k]];
        }
        sum = next;
    }
    for (; i < length; i++) {
        sum = add_byte(slices, sum, bytes[i]);
    }
    for (size_t left = length; left > 0; left >>= 8) {
        sum = add_byte(slices, sum, left & 0xFF);
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

const uint8_t *inside_whole_bytes(size_t *length, Status *status) {
    if (!inside_exists()) {
        status_fail(status, "this build has no network inside");
        return NULL;
    }
    const uint8_t *bytes = inside_bytes(length);
    const uint32_t sum = inside_checksum(bytes, *length);
    if (sum != INSIDE_CHECKSUM) {
        status_fail(status, "the network inside is damaged: its checksum is %u, not %u", sum,
                    (uint32_t)INSIDE_CHECKSUM);
        return NULL;
    }
    return bytes;
}

bool inside_is_whole(Status *status) {
    size_t length;
    return inside_whole_bytes(&length, status) != NULL;
}

bool inside_read_name(char *name, size_t size, Status *status) {
    size_t length;
    const uint8_t *bytes = inside_whole_bytes(&length, status);
    if (bytes != NULL) {
        compact_read_name(bytes, length, name, size);
    }
    return bytes != NULL;
}

uint8_t *inside_read(size_t *length, Status *status) {
    const uint8_t *bytes = inside_whole_bytes(length, status);
    if (bytes == NULL) {
        return NULL;
    }
    if (compact_is_compact(bytes, *length)) {
        return compact_expand(bytes, *length, length, status);
    }
    uint8_t *copy = malloc(*length);
    if (copy == NULL) {
        status_fail(status, "out of memory");
        return NULL;
    }
    return memcpy(copy, bytes, *length);
}
