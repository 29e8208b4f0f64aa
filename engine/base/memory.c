/* Memory or the end of the program; see the header for who may use it. */
#include "engine/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

void *memory_new(size_t count, size_t item_bytes) {
    return memory_check(
        calloc(count + 1, item_bytes)); /* + 1: calloc may return NULL for 0 items */
}

void *memory_grow(void *list, size_t count, size_t item_bytes) {
    if ((count & (count - 1)) != 0) {
        return list;
    }
    return memory_check(realloc(list, (count == 0 ? 1 : 2 * count) * item_bytes));
}

char *memory_copy(const char *text) {
    return memory_check(strdup(text));
}
