#include "regress/page/markup.h"

#include <stdint.h>
#include <string.h>

/* Adds the characters that begin within the first `most` bytes. Returns the rest of the text. */
static const char *add_text(Text *out, const char *text, size_t most) {
    static const char *const REFERENCES[128] = {
        ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;", ['\''] = "&#39;"};
    const char *const start = text;
    while (*text != '\0' && (size_t)(text - start) < most) {
        uint32_t c;
        const size_t length = text_read_utf8(text, &c);
        const bool is_control = (c < ' ' && c != '\n' && c != '\t') || (c >= 0x7F && c < 0xA0);
        if (length == 0 || c == 0xFFFE || c == 0xFFFF) { /* XML 1.0, section 2.2 */
            text_add(out, "\xEF\xBF\xBD");
            text++;
            continue;
        }
        if (c < 128 && REFERENCES[c] != NULL) {
            text_add(out, "%s", REFERENCES[c]);
        } else if (!is_control) {
            text_append(out, text, length);
        }
        text += length;
    }
    return text;
}

void markup_add_text(Text *out, const char *text) {
    add_text(out, text, SIZE_MAX);
}

void markup_add_cut(Text *out, const char *text, size_t most) {
    const char *rest = add_text(out, text, most);
    if (*rest != '\0') {
        text_add(out, " \xE2\x80\xA6 (cut: %zu bytes in all)", strlen(text));
    }
}
