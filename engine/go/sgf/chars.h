/* The classes of characters in SGF, independent of the locale. */
#ifndef ENGINE_GO_SGF_CHARS_H
#define ENGINE_GO_SGF_CHARS_H

#include <stdbool.h>

static inline bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool is_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

static inline bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

static inline bool is_letter(char c) {
    return is_capital(c) || is_lower(c);
}

static inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

#endif
