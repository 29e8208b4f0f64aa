/* Which network the options mean, and its start. */
#ifndef GTP_MODEL_H
#define GTP_MODEL_H

#include "gtp/options.h"

/* Begins to open the network that the options name, or else the environment variable DIHEDRA_MODEL,
 * or else default.bin.gz in one of the folders for networks. *load is NULL where there is none, or
 * where the name is "none". A name without a slash that is no file here is looked for in those
 * folders: dihedra below $XDG_DATA_HOME (or ~/.local/share), /usr/local/share and /usr/share. False
 * with a message where what is named cannot be read, or networks are not built in and one is named.
 * The caller frees *load. */
bool model_start(const Options *options, NetworkLoad **load, Status *status);

#endif
