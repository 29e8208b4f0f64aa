/* Memory for what a regression run gathers: many small texts and lists, which live as long as the
 * report does. Where none is left the program ends with a message, as engine/base/text.h does. */
#ifndef REGRESS_CLIENT_MEMORY_H
#define REGRESS_CLIENT_MEMORY_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void *memory_check(void *memory) {
    if (memory == NULL) {
        fputs("dihedra: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return memory;
}

/* A list of count zeroed items. */
static inline void *memory_new(size_t count, size_t item_bytes) {
    return memory_check(calloc(count + 1, item_bytes)); /* none may be asked for */
}

/* The list with room for one item behind the first count. It doubles whenever count is a power of
 * two, so no capacity needs to be kept. */
static inline void *memory_grow(void *list, size_t count, size_t item_bytes) {
    if ((count & (count - 1)) != 0) {
        return list;
    }
    return memory_check(realloc(list, (count == 0 ? 1 : 2 * count) * item_bytes));
}

static inline char *memory_copy(const char *text) {
    return memory_check(strdup(text));
}

#endif
