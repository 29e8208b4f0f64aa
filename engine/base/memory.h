/* Memory for tools that end with a message if it runs out: reports, matches and other code that
 * gathers many small texts and lists. Code that can go on without the memory (a search, a network,
 * a game) uses malloc and reports failure. The caller frees everything with free(). */
#ifndef ENGINE_BASE_MEMORY_H
#define ENGINE_BASE_MEMORY_H

#include <stddef.h>
#include <stdnoreturn.h>

/* Ends the program with "dihedra: out of memory" and exit status 1. */
noreturn void memory_fail(void);

/* Returns memory, unless it is NULL: then the program ends by memory_fail. */
void *memory_check(void *memory);

/* Returns a new list of count zeroed items; count may be 0. */
void *memory_new(size_t count, size_t item_bytes);

/* Returns the list with space for one item after the first count; it may have moved. Its size
 * doubles whenever count is a power of two. */
void *memory_grow(void *list, size_t count, size_t item_bytes);

char *memory_copy(const char *text);

#endif
