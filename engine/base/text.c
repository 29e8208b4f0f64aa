#include "engine/base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void reserve(Text *text, size_t more) {
    const size_t needed = text->length + more + 1;
    if (needed <= text->capacity) {
        return;
    }
    const size_t capacity = needed < 256 ? 256 : needed * 2;
    char *bytes = realloc(text->bytes, capacity);
    if (bytes == NULL) {
        fprintf(stderr, "dihedra: out of memory for an answer of %zu bytes\n", capacity);
        exit(EXIT_FAILURE);
    }
    text->bytes = bytes;
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

void json_open(Text *json) {
    text_add(json, "{");
}

static void json_add_key(Text *json, const char *key) {
    text_add(json, "%s\"%s\": ", json->bytes[json->length - 1] == '{' ? "" : ", ", key);
}

void json_add_number(Text *json, const char *key, double value, int decimals) {
    json_add_key(json, key);
    text_add(json, "%.*f", decimals, value);
}

void json_add_string(Text *json, const char *key, const char *value) {
    json_add_key(json, key);
    text_add(json, "\"");
    for (; *value != '\0'; value++) {
        const unsigned char c = (unsigned char)*value;
        if (c == '"' || c == '\\') {
            text_add(json, "\\%c", c);
        } else if (c < 0x20) {
            text_add(json, "\\u%04x", c);
        } else {
            text_add(json, "%c", c);
        }
    }
    text_add(json, "\"");
}

void json_close(Text *json) {
    text_add(json, "}\n");
}
