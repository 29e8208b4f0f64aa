#include "regress/page/markup.h"
#include "engine/base/utf8.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

/* As utf8_read, but accepts only characters that XML 1.0 allows (section 2.2). Control characters
 * are left to the caller. */
static size_t read_character(const char *text, uint32_t *character) {
    const size_t length = utf8_read(text, character);
    return length != 0 && (*character == 0xFFFE || *character == 0xFFFF) ? 0 : length;
}

/* Adds the first character of the text. */
static void add_character(Text *out, const char *text, size_t length, uint32_t character) {
    static const char *const references[128] = {
        ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;", ['\''] = "&#39;"};
    const bool control = (character < ' ' && character != '\n' && character != '\t') ||
                         (character >= 0x7F && character < 0xA0);
    if (character < 128 && references[character] != NULL) {
        text_add(out, "%s", references[character]);
    } else if (!control) {
        text_add(out, "%.*s", (int)length, text);
    }
}

static bool is_plain(char c) {
    return c >= ' ' && c < 0x7F && strchr("&<>\"'", c) == NULL;
}

/* Adds the characters that begin within the first `most` bytes. Returns the rest of the text. */
static const char *add_text(Text *out, const char *text, size_t most) {
    const char *const start = text;
    while (*text != '\0' && (size_t)(text - start) < most) {
        int plain = 0; /* a run is added at once, for speed */
        while ((size_t)(text + plain - start) < most && is_plain(text[plain])) {
            plain++;
        }
        text_add(out, "%.*s", plain, text);
        text += plain;
        if (plain == 0) {
            uint32_t character;
            const size_t length = read_character(text, &character);
            if (length == 0) {
                text_add(out, "\xEF\xBF\xBD");
            } else {
                add_character(out, text, length, character);
            }
            text += length == 0 ? 1 : length;
        }
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

void markup_add_json(Text *out, const char *json) {
    const size_t start = out->length;
    for (const char *rest = json; *rest != '\0';) {
        const size_t plain = strcspn(rest, "<");
        text_add(out, "%.*s", (int)plain, rest);
        rest += plain;
        if (*rest == '<') {
            text_add(out, "\\u003c");
            rest++;
        }
    }
    assert(strchr(text_get(out) + start, '<') == NULL);
}
