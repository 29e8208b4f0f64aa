/* Opening a network beside other work, so that a program can answer before a large one is there.
 *
 * A NetworkLoad may be waited for by any number of threads. */
#ifndef ENGINE_EVAL_NETWORK_LOAD_H
#define ENGINE_EVAL_NETWORK_LOAD_H

#include "engine/eval/network.h"

typedef struct NetworkLoad NetworkLoad;

/* Begins. NULL with a message where the file cannot be read at all, or memory or threads are short.
 * The path is copied. */
NetworkLoad *network_load_start(const char *path, const NetworkOptions *options, Status *status);

/* The network, once it is there; it belongs to the load. NULL with a message, always the same,
 * where the file is no network that can be used. */
Network *network_load_wait(NetworkLoad *load, Status *status);

/* Waits for the end of the opening, and closes the network; load may be NULL. */
void network_load_free(NetworkLoad *load);

#endif
