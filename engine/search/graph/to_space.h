/* The to-space of a graph: the memory that it moves to in a garbage collection, as large as its
 * own.
 *
 * It starts as zeros and is allocated as it is written, in huge pages if the system grants them:
 * with small ones most of a collection's time would go to page faults. Memory that a collection has
 * left is given back to the system, which makes it zero again, in its own thread, since that
 * takes some 50 ms for a gigabyte of small pages. A ToSpace belongs to one thread at a time. */
#ifndef ENGINE_SEARCH_GRAPH_TO_SPACE_H
#define ENGINE_SEARCH_GRAPH_TO_SPACE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    unsigned char *memory; /* zero, or being emptied by the thread; NULL while taken */
    size_t bytes;
    size_t used; /* bytes from the front that the thread gives back */
    pthread_t thread;
    bool is_emptying;
} ToSpace;

/* Returns false if out of memory. */
bool to_space_init(ToSpace *to_space, size_t bytes);
void to_space_free(ToSpace *to_space);

/* Takes the memory, zeroed. The caller must give other memory of the same size. */
unsigned char *to_space_take(ToSpace *to_space);

/* Gives memory of pages_new_huge, of which only the first `used` bytes were written. */
void to_space_give(ToSpace *to_space, unsigned char *memory, size_t used);

#endif
