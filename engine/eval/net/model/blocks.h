/* Reads the residual blocks of a network, of every kind and at every depth. Keeps no state. */
#ifndef ENGINE_EVAL_NET_MODEL_BLOCKS_H
#define ENGINE_EVAL_NET_MODEL_BLOCKS_H

#include "engine/eval/net/model/layers.h"

/* Reads count blocks of a trunk of width channels. depth is 1 for the outermost. */
Block *blocks_read(ModelReader *reader, int width, int count, int depth);

#endif
