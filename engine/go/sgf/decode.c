/* The character set of a record. */
#include "engine/base/charset/charset.h"
#include "engine/go/sgf/chars.h"
#include "engine/go/sgf/import.h"

enum { NAME_MAX_BYTES = 32 };

#define BLANKS   " \t\r\n\v\f"
#define CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define LETTERS  CAPITALS "abcdefghijklmnopqrstuvwxyz"

const char *record_shown_value(const char *value, char text[REPAIR_VALUE_MAX]) {
    snprintf(text, REPAIR_VALUE_MAX, "%s", value);
    return text_make_printable(text, "");
}

/* Does the value that begins at bytes[open] belong to the property CA? */
static bool is_charset_value(const char *bytes, size_t open) {
    size_t end = open;
    while (end > 0 && is_space(bytes[end - 1])) {
        end--;
    }
    return end >= 3 && bytes[end - 2] == 'C' && bytes[end - 1] == 'A' &&
           !is_capital(bytes[end - 3]);
}

/* Copies the value of the first CA in a record, or "". The text is not decoded yet, so what ends a
 * value before CA may be half of a character. */
static void find_charset_name(const char *bytes, size_t length, char name[NAME_MAX_BYTES]) {
    const char *game = memchr(bytes, '(', length);
    name[0] = '\0';
    for (size_t at = game == NULL ? length : (size_t)(game - bytes); at < length; at++) {
        if (bytes[at] != '[') {
            continue;
        }
        const size_t open = at++;
        while (at < length && bytes[at] != ']') {
            at += bytes[at] == '\\' ? 2 : 1;
        }
        if (at < length && at - open <= NAME_MAX_BYTES && is_charset_value(bytes, open)) {
            memcpy(name, bytes + open + 1, at - open - 1);
            name[at - open - 1] = '\0';
            return;
        }
    }
}

/* Tygem's files name a country instead. */
static bool find_country_charset(const char *bytes, Charset *charset) {
    static const struct {
        const char *text;
        Charset charset;
    } COUNTRIES[] = {{"GIBOKIND=Global", CHARSET_UTF_8},
                     {"GIBOKIND=China", CHARSET_GB18030},
                     {"GIBOKIND=Korea", CHARSET_EUC_KR},
                     {"GIBOKIND=Japan", CHARSET_SHIFT_JIS}};
    for (size_t i = 0; i < sizeof COUNTRIES / sizeof COUNTRIES[0]; i++) {
        if (strstr(bytes, COUNTRIES[i].text) != NULL) {
            *charset = COUNTRIES[i].charset;
            return true;
        }
    }
    return false;
}

static bool is_ascii(const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)bytes[i] >= 0x80) {
            return false;
        }
    }
    return true;
}

/* Does text that follows a ']' go on as it does after a value? */
static bool is_after_value(const char *text) {
    text += strspn(text, BLANKS "()");
    const bool begins_node = *text == ';';
    text += strspn(text, BLANKS ";");
    const size_t letters = strspn(text, LETTERS);
    const char *open = text + letters + strspn(text + letters, BLANKS);
    return *text == '\0' || (*open == '[' && (letters > 0 || !begins_node));
}

/* Programs that take bytes singly write '\\' before a second byte of a pair that is ']' or '\\'.
 * Did one write the pair that begins at s? */
static bool is_escaped(const char *s, bool singly) {
    if (s[1] != '\\' || (s[2] != ']' && s[2] != '\\')) {
        return false;
    }
    const char *bracket = s + 2 + (s[2] == '\\');
    const bool is_inside = *bracket == ']' && !is_after_value(bracket + 1);
    return singly || is_inside == (s[2] == ']');
}

static bool is_pair(Charset charset, char first, char second) {
    uint32_t character;
    return charset_read(charset, (const char[]){first, second}, 2, &character) == 2;
}

/* Is the first byte of a pair half of a character, since a ']' behind it ends a value, or would end
 * one within? */
static bool is_half(Charset charset, const char *s, bool singly) {
    if (s[1] == ']' || s[1] == '\\') {
        return singly || (s[1] == ']' && is_after_value(s + 2));
    }
    return s[2] == ']' && !is_after_value(s + 3) && is_pair(charset, s[1], ']');
}

/* Reads a character of a record. If singly is true its program takes bytes singly: no ']' and '\\'
 * without '\\' before it is part of a pair. Returns the number of bytes. */
static size_t read_character(Charset charset, const char *s, size_t length, bool singly,
                             uint32_t *character) {
    const size_t taken = charset_read(charset, s, length, character);
    if ((uint8_t)s[0] < 0x80 || length < 2) {
        return taken;
    }
    const bool escaped = is_escaped(s, singly);
    if (escaped && is_pair(charset, s[0], s[2])) {
        charset_read(charset, (const char[]){s[0], s[2]}, 2, character);
        return 3;
    }
    if (taken == 2 && (escaped || is_half(charset, s, singly))) {
        *character = CHARSET_REPLACEMENT;
        return 1;
    }
    return taken;
}

/* The number of properties; -1 if the last value does not end. */
static long count_properties(const char *text, size_t length) {
    bool in_value = false;
    long count = 0;
    for (size_t i = 0; i < length; i++) {
        if (in_value) {
            i += text[i] == '\\';
            in_value = i >= length || text[i] != ']';
        } else if (text[i] == '[') {
            in_value = true;
            count += i > 0 && is_capital(text[i - 1]);
        }
    }
    return in_value ? -1 : count;
}

/* Returns the number of malformed sequences. */
static size_t decode_within(Charset charset, const char *bytes, size_t length, bool singly,
                            Text *utf8) {
    size_t faults = 0;
    uint32_t character;
    text_clear(utf8);
    for (size_t at = 0; at < length;) {
        at += read_character(charset, bytes + at, length - at, singly, &character);
        faults += character == CHARSET_REPLACEMENT;
        charset_add_utf8(utf8, character);
    }
    return faults;
}

/* Decodes without losing a property of those that there are when bytes are taken singly. Returns
 * the number of malformed sequences. */
static size_t decode(Charset charset, const char *bytes, size_t length, Text *utf8) {
    const size_t faults = decode_within(charset, bytes, length, false, utf8);
    const bool is_lossless =
        count_properties(text_get(utf8), utf8->length) >= count_properties(bytes, length);
    return is_lossless ? faults : decode_within(charset, bytes, length, true, utf8);
}

/* Decodes the bytes by the set that they are said to be in, unless they cannot be in it. */
static void decode_record(const char *bytes, size_t length, const char *name, Text *utf8,
                          Text *repairs) {
    Charset stated = CHARSET_COUNT;
    const bool is_stated = charset_find(name, &stated) || find_country_charset(bytes, &stated);
    size_t faults = is_stated ? decode(stated, bytes, length, utf8) : 1;
    const Charset charset = faults == 0 ? stated : charset_guess(bytes, length, stated);
    if (charset != stated) {
        faults = decode(charset, bytes, length, utf8);
        if (name[0] != '\0') {
            text_add(repairs, "the text is not as CA[%s] says: read as %s\n",
                     record_shown_value(name, (char[REPAIR_VALUE_MAX]){0}), CHARSET_NAMES[charset]);
        } else if (charset != CHARSET_UTF_8) {
            text_add(repairs, "no character set is named: read as %s\n", CHARSET_NAMES[charset]);
        }
    }
    if (faults > 0) {
        text_add(repairs, "some characters are damaged (%s)\n", CHARSET_NAMES[charset]);
    }
}

/* Appends UTF-16 after its byte order mark as UTF-8. */
static void decode_utf16(const char *bytes, size_t length, Text *utf8) {
    const uint8_t *s = (const uint8_t *)bytes;
    const int high = s[0] == 0xFE ? 0 : 1; /* which byte of a unit */
    for (size_t i = 2; i + 1 < length; i += 2) {
        uint32_t unit = (uint32_t)(s[i + (size_t)high] << 8 | s[i + 1 - (size_t)high]);
        const bool is_pair = unit >= 0xD800 && unit < 0xDC00 && i + 3 < length;
        if (is_pair) {
            i += 2;
            unit = 0x10000 + ((unit - 0xD800) << 10) +
                   (uint32_t)((s[i + (size_t)high] & 3) << 8 | s[i + 1 - (size_t)high]);
        }
        charset_add_utf8(utf8, unit >= 0xD800 && unit < 0xE000 ? 0xFFFD : unit);
    }
}

static bool is_utf16(const char *bytes, size_t length) {
    return length >= 2 && (memcmp(bytes, "\xFF\xFE", 2) == 0 || memcmp(bytes, "\xFE\xFF", 2) == 0);
}

bool record_decode(const char *bytes, size_t length, Text *utf8, Text *repairs) {
    char name[NAME_MAX_BYTES];
    if (is_utf16(bytes, length)) {
        decode_utf16(bytes, length, utf8);
    } else if (is_ascii(bytes, length)) {
        text_append(utf8, bytes, length);
    } else {
        find_charset_name(bytes, length, name);
        decode_record(bytes, length, name, utf8, repairs);
    }
    return !is_ascii(text_get(utf8), utf8->length);
}
