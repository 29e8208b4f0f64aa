/* The network that is compiled in: an uncompressed file in KataGo's format, or a compact one
 * (compact.h). Any thread may call. */
#ifndef ENGINE_EVAL_INSIDE_INSIDE_H
#define ENGINE_EVAL_INSIDE_INSIDE_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/status.h"

/* Was a network compiled in? `make INSIDE=` builds without one. */
bool inside_exists(void);

/* Is there a network with the checksum that it had when the program was built? Takes a few
 * milliseconds. Returns false with a message if not. */
bool inside_is_whole(Status *status);

/* Returns the network's file in KataGo's format, which the caller frees, or NULL with a message
 * unless the network is whole. */
uint8_t *inside_read(size_t *length, Status *status);

/* Copies the network's name, of which size - 1 bytes at most. Returns false with a message unless
 * the network is whole. */
bool inside_read_name(char *name, size_t size, Status *status);

/* The bytes that are compiled in, or NULL with a message unless the network is whole. */
const uint8_t *inside_whole_bytes(size_t *length, Status *status);

/* The bytes that are compiled in, none if there is no network. */
const uint8_t *inside_bytes(size_t *length);

/* The checksum of POSIX's cksum. */
uint32_t inside_checksum(const uint8_t *bytes, size_t length);

#endif
