/* Memory for the graph: what is in use, and as much again to move to when it is cleaned.
 *
 * Memory starts as zero, and takes room as it is written to, in huge pages if the system grants
 * them: small ones would take most of the time of a cleaning. What a cleaning has left goes back to
 * the system in a thread of its own, since a gigabyte of small pages takes some 50 ms, and is zero
 * again after that. A Spare belongs to one thread at a time. */
#ifndef ENGINE_SEARCH_SPARE_H
#define ENGINE_SEARCH_SPARE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    unsigned char *memory; /* zero, unless the thread is at it; NULL while it is taken */
    size_t bytes;
    size_t used; /* from the front, that the thread gives back */
    pthread_t thread;
    bool is_emptying;
} Spare;

/* Maps zeroed memory. Returns NULL if out of memory. */
unsigned char *spare_map(size_t bytes);

/* Returns false if out of memory. */
bool spare_init(Spare *spare, size_t bytes);
void spare_free(Spare *spare);

/* Hands out the memory, zeroed. The caller must give other memory of the same size. */
unsigned char *spare_take(Spare *spare);

/* Takes memory that was mapped with spare_map; only its first `used` bytes were written to. */
void spare_give(Spare *spare, unsigned char *memory, size_t used);

#endif
