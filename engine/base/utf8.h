/* UTF-8 in texts from outside, which may be anything. Pure function. */
#ifndef ENGINE_BASE_UTF8_H
#define ENGINE_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* How many bytes (1..4) the character takes that text begins with, and its number; 0 where they are
 * not well-formed UTF-8 (RFC 3629). Reads nothing behind the text's NUL. */
size_t utf8_read(const char *text, uint32_t *character);

#endif
