/* Network files whose weights take 16 bits, half of the bytes.
 *
 *     header    char[16] "dihedra compact\n"
 *     section   uint32 bytes of text, the text, uint32 count of weights, their IEEE binary16
 *
 * Sections follow until the end. Numbers are little-endian. The text goes up to the weights' mark,
 * as in KataGo's format, so that expanding needs no knowledge of the layers. Rounding changes a
 * weight by at most one part in 2048, or 3e-8. Written by engine/lab/train/network/export.py. */
#ifndef ENGINE_EVAL_NET_MODEL_COMPACT_H
#define ENGINE_EVAL_NET_MODEL_COMPACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/status.h"

/* Does the file begin as a compact one does? */
bool compact_is_compact(const uint8_t *bytes, size_t length);

/* Returns a compact file with weights of 32 bits, which the caller frees, and its length. Returns
 * NULL with a message if the file ends inside a section or memory runs out. */
uint8_t *compact_expand(const uint8_t *bytes, size_t length, size_t *expanded, Status *status);

#endif
