/* Opens a network in its own thread, so that the program can answer commands meanwhile; at once if
 * the system grants no thread.
 *
 * Any number of threads may wait for a NetworkLoad at once. */
#ifndef ENGINE_EVAL_NETWORK_LOAD_H
#define ENGINE_EVAL_NETWORK_LOAD_H

#include "engine/base/deadline.h"
#include "engine/eval/network.h"

typedef struct NetworkLoad NetworkLoad;

/* Starts opening a network. Returns NULL with a message if the file cannot be read, or if out of
 * memory. The path is copied. */
NetworkLoad *network_load_start(const char *path, const NetworkOptions *options, Status *status);

/* Waits for the network, which belongs to the load. Returns NULL with a message, always the same,
 * if the file is not a usable network. */
Network *network_load_wait(NetworkLoad *load, Status *status);

typedef enum { NETWORK_LOAD_NOT_YET, NETWORK_LOAD_READY, NETWORK_LOAD_UNUSABLE } NetworkLoadState;

/* Waits until the deadline at most. Sets *network if it is ready, *status if it is unusable. */
NetworkLoadState network_load_wait_until(NetworkLoad *load, const Deadline *deadline,
                                         Network **network, Status *status);

/* Is the network still being opened? */
bool network_load_is_under_way(NetworkLoad *load);

/* Waits until the network is opened, and closes it. load may be NULL. */
void network_load_free(NetworkLoad *load);

#endif
