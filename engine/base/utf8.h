/* Decodes UTF-8 in texts from outside, which may hold any bytes. Pure function. */
#ifndef ENGINE_BASE_UTF8_H
#define ENGINE_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Returns the number of bytes (1..4) of the first character of text and sets *character to its code
 * point. Returns 0 if these bytes are not well-formed UTF-8 (RFC 3629). Reads nothing beyond the
 * NUL of the text. */
size_t utf8_read(const char *text, uint32_t *character);

#endif
