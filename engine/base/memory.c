/* Memory or the end of the program; see the header for who may use it. */
#include "engine/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/os/pages.h"

noreturn void memory_fail(void) {
    fputs("dihedra: out of memory\n", stderr);
    exit(EXIT_FAILURE);
}

void *memory_check(void *memory) {
    if (memory == NULL) {
        memory_fail();
    }
    return memory;
}

/* Large lists are mostly accessed at random, and with small pages nearly every access would miss
 * the TLB as well as the cache. malloc maps blocks of this size separately (M_MMAP_THRESHOLD is at
 * most 32 MiB), so no other data shares their pages. */
static void *prefer_huge(void *list, size_t bytes) {
    if (bytes >= 16 * (size_t)HUGE_PAGE_BYTES) {
        pages_prefer_huge(list, bytes);
    }
    return list;
}

void *memory_new(size_t count, size_t item_bytes) {
    /* + 1: calloc may return NULL for 0 items */
    return prefer_huge(memory_check(calloc(count + 1, item_bytes)), (count + 1) * item_bytes);
}

void *memory_grow(void *list, size_t count, size_t item_bytes) {
    if ((count & (count - 1)) != 0) {
        return list;
    }
    const size_t bytes = (count == 0 ? 1 : 2 * count) * item_bytes;
    return prefer_huge(memory_check(realloc(list, bytes)), bytes);
}

char *memory_copy(const char *text) {
    return memory_check(strdup(text));
}
