/* The character set of a record. */
#include "engine/base/charset/charset.h"
#include "engine/go/sgf/chars.h"
#include "engine/go/sgf/import.h"

#include <limits.h>

enum { NAME_MAX_BYTES = 32 };

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
                     {"GIBOKIND=China", CHARSET_GBK},
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

/* FF[4] takes bytes singly: what is ']' or '\\' has '\\' before it, the second byte of a pair too,
 * and a ']' ends a value in the middle of one. Most programs write pairs as they are. */
static size_t read_singly(Charset charset, const char *s, size_t length, uint32_t *character) {
    const bool is_lead = (uint8_t)s[0] >= 0x80 && length > 2;
    if (is_lead && s[1] == '\\' && (s[2] == ']' || s[2] == '\\') &&
        charset_read(charset, (const char[]){s[0], s[2]}, 2, character) == 2) {
        return 3;
    }
    if (is_lead && (s[1] == ']' || s[1] == '\\')) {
        *character = CHARSET_REPLACEMENT;
        return 1;
    }
    return charset_read(charset, s, length, character);
}

/* Returns the number of malformed sequences. */
static size_t decode_by(bool singly, Charset charset, const char *bytes, size_t length,
                        Text *utf8) {
    size_t faults = 0;
    uint32_t character;
    text_clear(utf8);
    for (size_t at = 0; at < length;) {
        at += (singly ? read_singly : charset_read)(charset, bytes + at, length - at, &character);
        faults += character == CHARSET_REPLACEMENT;
        charset_add_utf8(utf8, character);
    }
    return faults;
}

/* How much of a text is SGF: its properties, less what is outside values and means nothing. */
static long count_sense(const char *text) {
    static const char MEANING[] = " \t\r\n\v\f;()[:";
    bool in_value = false;
    long count = 0;
    for (const char *s = strchr(text, '(') == NULL ? text : strchr(text, '('); *s != '\0'; s++) {
        if (in_value) {
            s += *s == '\\' && s[1] != '\0';
            in_value = *s != ']';
        } else {
            in_value = *s == '[';
            count += in_value ? 1 : -(strchr(MEANING, *s) == NULL && !is_letter(*s));
        }
    }
    return in_value ? LONG_MIN : count;
}

/* Decodes in the way that makes more sense. Returns the number of malformed sequences. */
static size_t decode(Charset charset, const char *bytes, size_t length, Text *utf8) {
    Text other = {0};
    size_t faults = decode_by(false, charset, bytes, length, utf8);
    const size_t singly = decode_by(true, charset, bytes, length, &other);
    if (count_sense(text_get(&other)) > count_sense(text_get(utf8))) {
        const Text kept = *utf8;
        *utf8 = other;
        other = kept;
        faults = singly;
    }
    text_free(&other);
    return faults;
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
