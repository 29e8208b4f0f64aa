/* A team of threads that do one kind of work at the same time. */
#ifndef ENGINE_BASE_TEAM_H
#define ENGINE_BASE_TEAM_H

#include <stddef.h>

enum { TEAM_MAX = 64 };

/* Calls work on each of count items (1..TEAM_MAX, each of item_bytes), the first in the caller's
 * thread, the others in threads of their own; all begin once all threads are there. Returns when
 * all are done: how many items were worked on, which is fewer than count where the system has no
 * more threads to give; the first always is. */
int team_run(void (*work)(void *item), void *items, size_t item_bytes, int count);

#endif
