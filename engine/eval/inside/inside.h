/* The network that is compiled in: an uncompressed file in KataGo's format, or a compact one
 * (compact.c). Any thread may call. */
#ifndef ENGINE_EVAL_INSIDE_INSIDE_H
#define ENGINE_EVAL_INSIDE_INSIDE_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/status.h"

/* Was a network compiled in? `make INSIDE=` builds without one. */
bool inside_exists(void);

/* Returns the network's file in KataGo's format, which the caller frees. Returns NULL with a
 * message if no network was compiled in. */
uint8_t *inside_read(size_t *length, Status *status);

/* Returns the embedded bytes, or NULL with a message if no network was compiled in. */
const uint8_t *inside_bytes(size_t *length, Status *status);

#endif
