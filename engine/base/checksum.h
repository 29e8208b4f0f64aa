/* A fast checksum against damage: it finds every change of one word, but withstands no one who
 * means to deceive. Books in files contain it. Keeps no state. */
#ifndef ENGINE_BASE_CHECKSUM_H
#define ENGINE_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

uint64_t checksum_of(const void *bytes, size_t length);

#endif
