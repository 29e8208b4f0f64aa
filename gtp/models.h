/* The networks to play with: from the options, the environment or the folders for networks. */
#ifndef GTP_MODELS_H
#define GTP_MODELS_H

#include "engine/eval/network.h"
#include "gtp/engine_options.h"

/* Networks that are loaded; NULL: none. */
typedef struct {
    NetworkLoad *main;  /* to search with */
    NetworkLoad *human; /* whose policy choices may follow */
} Models;

/* Begins to load the networks that the options name. The network to search with is by default that
 * of the environment variable DIHEDRA_MODEL, then default.bin.gz in a folder for networks, then the
 * one inside, if this build has one. The name "none" means no network, and "inside" the one inside.
 *
 * A name without a slash is a file in the current folder, or else in a folder for networks: dihedra
 * below $XDG_DATA_HOME (or ~/.local/share), /usr/local/share and /usr/share.
 *
 * Returns false with a message, and no models, if a named file cannot be read or this build has no
 * network inside and one was asked for. The caller frees the models. */
bool models_start(const EngineOptions *options, Models *models, Status *status);

/* Is one of them still loading? */
bool models_are_under_way(const Models *models);

/* Waits until they are loaded or have failed to. */
void models_wait(const Models *models);

/* Waits until they are loaded, and frees them. */
void models_free(Models *models);

#endif
