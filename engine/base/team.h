/* A team of threads that do the same kind of work at the same time. Any thread may run a team. */
#ifndef ENGINE_BASE_TEAM_H
#define ENGINE_BASE_TEAM_H

#include <stddef.h>

enum { TEAM_MAX = 64 };

/* Calls work on each of count items (1..TEAM_MAX, item_bytes apart), the first in the caller's
 * thread, the others each in its own thread, once all threads exist. Returns when all are
 * done: the number of items worked on, at least 1, and fewer than count if the system could not
 * create enough threads. */
int team_run(void (*work)(void *item), void *items, size_t item_bytes, int count);

#endif
