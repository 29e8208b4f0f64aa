/* Memory for tools that end with a message when it runs out: reports, matches, fits and whatever
 * else gathers many small texts and lists. Code that can go on without the memory (a search, a
 * network, a game) uses malloc and reports failure to its caller.
 *
 * Everything here is freed by free(). Safe from any thread. */
#ifndef ENGINE_BASE_MEMORY_H
#define ENGINE_BASE_MEMORY_H

#include <stddef.h>
#include <stdnoreturn.h>

/* Ends the program with "dihedra: out of memory" and exit status 1. */
noreturn void memory_fail(void);

/* Returns memory, which must not be NULL: otherwise the program ends as above. */
void *memory_check(void *memory);

/* A list of count zeroed items; count may be 0. */
void *memory_new(size_t count, size_t item_bytes);

/* The list with room for one item behind the first count. It doubles whenever count is a power of
 * two, so no capacity needs to be kept. */
void *memory_grow(void *list, size_t count, size_t item_bytes);

/* A copy of the text. */
char *memory_copy(const char *text);

#endif
