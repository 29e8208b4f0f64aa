/* Growing texts; see the header. */
#include "engine/base/text.h"
#include "engine/base/memory.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY_MIN = 256 }; /* bytes */

static void reserve(Text *text, size_t more) {
    const size_t needed = text->length + more + 1;
    if (needed <= text->capacity) {
        return;
    }
    const size_t capacity = needed < CAPACITY_MIN ? CAPACITY_MIN : needed * 2;
    text->bytes = memory_check(realloc(text->bytes, capacity));
    text->capacity = capacity;
}

static void add_arguments(Text *text, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    const int length = vsnprintf(NULL, 0, format, args);
    if (length >= 0) {
        reserve(text, (size_t)length);
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
}

Text text_new(const char *format, ...) {
    Text text = {0};
    va_list args;
    va_start(args, format);
    add_arguments(&text, format, args);
    va_end(args);
    return text;
}

void text_add(Text *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_arguments(text, format, args);
    va_end(args);
}

void text_set(Text *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    text_clear(text);
    add_arguments(text, format, args);
    va_end(args);
}

void text_append(Text *text, const char *bytes, size_t length) {
    reserve(text, length);
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_clear(Text *text) {
    text->length = 0;
    if (text->bytes != NULL) {
        text->bytes[0] = '\0';
    }
}

void text_free(Text *text) {
    free(text->bytes);
    *text = (Text){0};
}

void text_add_real(Text *text, double value, int decimals) {
    const double unit = pow(10, -decimals);
    text_add(text, "%.*f", decimals, fabs(value) < unit / 2 ? 0 : value);
}

int text_find(const char *text, const char *const *list) {
    int i = 0;
    while (list[i] != NULL && strcmp(list[i], text) != 0) {
        i++;
    }
    return list[i] == NULL ? -1 : i;
}

bool text_has_word(const char *list, const char *word, size_t length) {
    for (size_t end; *list != '\0'; list += strspn(list, " \n")) {
        end = strcspn(list, " \n");
        if (end == length && strncmp(list, word, length) == 0) {
            return true;
        }
        list += end;
    }
    return false;
}

bool text_names_match(const char *a, const char *b) {
    for (;; a++, b++) {
        a += strspn(a, "-_ ");
        b += strspn(b, "-_ ");
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b)) {
            return false;
        }
        if (*a == '\0') {
            return true;
        }
    }
}

const char *text_trim(const char *text, size_t *length) {
    for (; *length > 0 && isspace((unsigned char)*text); --*length) {
        text++;
    }
    while (*length > 0 && isspace((unsigned char)text[*length - 1])) {
        --*length;
    }
    return text;
}

size_t text_find_difference(const char *a, const char *b) {
    enum { SHOWN_BEFORE = 20 };
    size_t i = 0;
    while (a[i] == b[i] && a[i] != '\0') {
        i++;
    }
    return i > 2 * SHOWN_BEFORE ? i - SHOWN_BEFORE : 0;
}

size_t text_mark_length(const char *text) {
    static const char mark[] = "\xEF\xBB\xBF";
    return strncmp(text, mark, sizeof mark - 1) == 0 ? sizeof mark - 1 : 0;
}

size_t text_read_utf8(const char *text, uint32_t *character) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000}; /* of each length */
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

/* Does a terminal show the character, and nothing else? Left out are the controls of Unicode and
 * its marks and overrides of direction (UAX #9), which let a text look like another. */
static bool is_printable(uint32_t c) {
    return c >= ' ' && (c < 0x7F || c > 0x9F) && c != 0x61C && (c < 0x200E || c > 0x200F) &&
           (c < 0x2028 || c > 0x202E) && (c < 0x2066 || c > 0x2069);
}

char *text_make_printable(char *text, const char *kept) {
    char *to = text;
    for (const char *from = text; *from != '\0';) {
        uint32_t c;
        const size_t length = text_read_utf8(from, &c);
        if (length > 0 && (is_printable(c) || (c < 0x80 && strchr(kept, (int)c) != NULL))) {
            memmove(to, from, length);
            to += length;
        } else {
            *to++ = '?';
        }
        from += length > 0 ? length : 1;
    }
    *to = '\0';
    return text;
}

void text_print(const char *text, FILE *stream) {
    char *copy = text_make_printable(memory_copy(text), "");
    fputs(copy, stream);
    free(copy);
}
