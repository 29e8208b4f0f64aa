#include "tests/support/faulty/sgf_property.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

bool sgf_property_next(const char **text, char id[8], char value[64]) {
    const char *s = *text + strcspn(*text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ[)");
    if (*s == '\0' || *s == ')') {
        return false;
    }
    size_t length = 0;
    for (; isupper((unsigned char)*s); s++) {
        id[length++ % 7] = *s;
        id[length % 8] = '\0';
    }
    if (*s != '[') {
        return false;
    }
    for (length = 0, s++; *s != '\0' && *s != ']'; s++) {
        s += *s == '\\' && s[1] != '\0';
        if (length < 63) {
            value[length++] = *s;
        }
    }
    value[length] = '\0';
    *text = s + (*s == ']');
    return true;
}

int sgf_property_cell(const Goban *goban, const char *value) {
    const int x = value[0] - 'a', y = value[1] - 'a';
    return strlen(value) != 2 || x < 0 || y < 0 || x >= goban->size || y >= goban->size
               ? GOBAN_PASS
               : y * goban->size + x;
}
