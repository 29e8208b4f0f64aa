/* Growing texts; see the header. */
#include "engine/base/text.h"
#include "engine/base/memory.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
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

void text_add(Text *text, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    const int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length >= 0) {
        reserve(text, (size_t)length);
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
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

size_t text_find_difference(const char *a, const char *b) {
    enum { SHOWN_BEFORE = 20 };
    size_t i = 0;
    while (a[i] == b[i] && a[i] != '\0') {
        i++;
    }
    return i > 2 * SHOWN_BEFORE ? i - SHOWN_BEFORE : 0;
}
