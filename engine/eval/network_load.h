/* Opening a network beside other work, so that a program can answer before a large one is there.
 *
 * A NetworkLoad may be waited for by any number of threads. */
#ifndef ENGINE_EVAL_NETWORK_LOAD_H
#define ENGINE_EVAL_NETWORK_LOAD_H

#include "engine/base/deadline.h"
#include "engine/eval/network.h"

typedef struct NetworkLoad NetworkLoad;

/* Begins. NULL with a message where the file cannot be read at all, or memory or threads are short.
 * The path is copied. */
NetworkLoad *network_load_start(const char *path, const NetworkOptions *options, Status *status);

/* The network, once it is there; it belongs to the load. NULL with a message, always the same,
 * where the file is no network that can be used. */
Network *network_load_wait(NetworkLoad *load, Status *status);

typedef enum { NETWORK_NOT_YET, NETWORK_READY, NETWORK_UNUSABLE } NetworkState;

/* The same, but waits no longer than the deadline allows. Sets *network if it is ready, *status if
 * it cannot be used. */
NetworkState network_load_wait_until(NetworkLoad *load, const Deadline *deadline, Network **network,
                                     Status *status);

/* Is it still being opened? */
bool network_load_is_under_way(NetworkLoad *load);

/* Waits for the end of the opening, and closes the network; load may be NULL. */
void network_load_free(NetworkLoad *load);

#endif
