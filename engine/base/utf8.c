/* Decoding UTF-8; see the header. */
#include "engine/base/utf8.h"

#include <stdbool.h>

size_t utf8_read(const char *text, uint32_t *character) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800,
                                     0x10000}; /* the least value of each length */
    const unsigned char *bytes = (const unsigned char *)text;
    const unsigned char lead = bytes[0];
    *character = lead;
    if (lead < 0x80) {
        return 1;
    }
    if (lead < 0xC0 || lead >= 0xF8) {
        return 0;
    }
    const size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    uint32_t value = lead & (0x7FU >> length);
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xC0) != 0x80) {
            return 0; /* the NUL at the end of text is one such byte */
        }
        value = value << 6 | (bytes[i] & 0x3F);
    }
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    *character = value;
    return value < least[length] || surrogate || value > 0x10FFFF ? 0 : length;
}
