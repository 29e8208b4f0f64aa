/* A team of threads that do the same kind of work at the same time. Any thread may run a team. */
#ifndef ENGINE_BASE_TEAM_H
#define ENGINE_BASE_TEAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { TEAM_MAX = 64 };

/* Calls work on each of count items (1..TEAM_MAX, item_bytes apart), the first in the caller's
 * thread, the others each in its own thread, once all threads exist. Returns when all are
 * done: the number of items worked on, at least 1, and fewer than count if the system could not
 * create enough threads. */
int team_run(void (*work)(void *item), void *items, size_t item_bytes, int count);

/* Runs all items: those without a thread of their own come last, in the caller's. */
void team_run_all(void (*work)(void *item), void *items, size_t item_bytes, int count);

/* Where the share of an item begins, of things that all items share alike; it ends where the next
 * one begins. */
static inline size_t team_share(size_t things, int item, int count) {
    return things * (size_t)item / (size_t)count;
}

/* Takes the next `many` of all things, or what is left of them, from begin to end; next begins at
 * 0, and is shared by the team. Returns false if none is left. Orders no other memory. */
static inline bool team_take(atomic_size_t *next, size_t all, size_t many, size_t *begin,
                             size_t *end) {
    *begin = atomic_fetch_add_explicit(next, many, memory_order_relaxed);
    *end = *begin + many < all ? *begin + many : all;
    return *begin < all;
}

#endif
