/* Which network to search with, from the options, the environment or the folders for networks. */
#ifndef GTP_MODEL_H
#define GTP_MODEL_H

#include "engine/eval/network_load.h"
#include "gtp/engine_options.h"

/* Begins to load the network that the options name; if they name none, the one in the environment
 * variable DIHEDRA_MODEL; if that is not set, default.bin.gz in one of the folders for networks.
 * The name "none" means no network.
 *
 * A name without a slash is a file in the current folder, or else in a folder for networks: dihedra
 * below $XDG_DATA_HOME (or ~/.local/share), /usr/local/share and /usr/share.
 *
 * Sets *load, which the caller frees, or sets it to NULL if there is no network. Returns false with
 * a message if the named file cannot be read or this build has no networks. */
bool model_start(const EngineOptions *options, NetworkLoad **load, Status *status);

#endif
