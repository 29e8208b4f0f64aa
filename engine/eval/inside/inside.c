/* The assembler copies the file INSIDE_FILE, which the Makefile defines, into the program. */
#include "engine/eval/inside/inside.h"

#include <stdlib.h>
#include <string.h>

#include "engine/eval/net/model/scanner.h"

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

enum { EXISTS = 0 };
static const uint8_t inside_begin[1], inside_end[1];

#endif

bool inside_exists(void) {
    return EXISTS;
}

const uint8_t *inside_bytes(size_t *length, Status *status) {
    *length = (size_t)((uintptr_t)inside_end - (uintptr_t)inside_begin);
    if (!EXISTS) {
        status_fail(status, "this build has no network inside");
        return NULL;
    }
    return inside_begin;
}

uint8_t *inside_read(size_t *length, Status *status) {
    const uint8_t *bytes = inside_bytes(length, status);
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
