/* Wrappers around jansson that end the program if memory runs out. */
#include "engine/base/json.h"
#include "engine/base/memory.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void *allocate(size_t bytes) {
    return memory_check(malloc(bytes));
}

void json_end_on_shortage(void) {
    json_set_alloc_funcs(allocate, free);
}

json_t *json_new_object(void) {
    return memory_check(json_object());
}

json_t *json_new_array(void) {
    return memory_check(json_array());
}

json_t *json_new_packed(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    json_t *value = memory_check(json_vpack_ex(NULL, 0, format, arguments));
    va_end(arguments);
    return value;
}

void json_set_packed(json_t *object, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    json_t *members = memory_check(json_vpack_ex(NULL, 0, format, arguments));
    va_end(arguments);
    if (json_object_update(object, members) != 0) {
        memory_fail();
    }
    json_decref(members);
}

void json_set_value(json_t *object, const char *key, json_t *value) {
    if (json_object_set_new(object, key, value) != 0) {
        memory_fail();
    }
}

void json_add_value(json_t *array, json_t *value) {
    if (json_array_append_new(array, value) != 0) {
        memory_fail();
    }
}

json_t *json_new_figure(double value, int decimals) {
    const double scale = pow(10, decimals), rounded = round(value * scale) / scale;
    return !isfinite(rounded) ? json_null()
           : decimals == 0    ? json_integer((json_int_t)rounded)
                              : json_real(rounded);
}

void json_set_figure(json_t *object, const char *key, double value, int decimals) {
    json_set_value(object, key, json_new_figure(value, decimals));
}

json_t *json_new_text(const char *text) {
    if (text == NULL) {
        return json_null();
    }
    char *clean = memory_copy(text);
    for (char *s = clean; *s != '\0';) {
        uint32_t character;
        const size_t length = text_read_utf8(s, &character);
        if (length == 0) {
            *s = '?';
        }
        s += length == 0 ? 1 : length;
    }
    json_t *value = memory_check(json_string(clean));
    free(clean);
    return value;
}

void json_set_text(json_t *object, const char *key, const char *text) {
    json_set_value(object, key, json_new_text(text));
}

static int append_bytes(const char *bytes, size_t count, void *text) {
    text_append(text, bytes, count);
    return 0;
}

static void add_dump(const json_t *value, size_t flags, Text *text) {
    if (json_dump_callback(value, append_bytes, text, flags) != 0) {
        memory_fail();
    }
}

void json_add_text(json_t *value, Text *text) {
    add_dump(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(12), text);
    json_decref(value);
}

bool json_print(json_t *value, FILE *stream) {
    Text text = {0};
    add_dump(value, JSON_REAL_PRECISION(12), &text);
    json_decref(value);
    const bool ok = fwrite(text.bytes, 1, text.length, stream) == text.length;
    text_free(&text);
    return fputc('\n', stream) != EOF && ok;
}

char *json_new_dump(const json_t *value, size_t flags) {
    Text text = {0};
    add_dump(value, flags, &text);
    return text.bytes;
}

/* ---- Comparing ---- */

static void show_from(char out[64], const char *text, size_t from) {
    snprintf(out, 64, "%s%.50s", from > 0 ? "..." : "", text + from);
}

static bool differ_at(const char *key, const json_t *here, const json_t *there,
                      JsonDifference *difference) {
    static const size_t FORM = JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(12);
    const json_t *a = json_object_get(here, key), *b = json_object_get(there, key);
    if (json_equal(a, b)) {
        return false;
    }
    char *a_text = a == NULL ? memory_copy("none") : json_new_dump(a, FORM);
    char *b_text = b == NULL ? memory_copy("none") : json_new_dump(b, FORM);
    const size_t from = text_find_difference(a_text, b_text);
    snprintf(difference->key, sizeof difference->key, "%s", key);
    show_from(difference->here, a_text, from);
    show_from(difference->there, b_text, from);
    free(a_text);
    free(b_text);
    return true;
}

bool json_differ(const json_t *here, const json_t *there, JsonDifference *difference) {
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)here, key, value) {
        if (differ_at(key, here, there, difference)) {
            return true;
        }
    }
    json_object_foreach((json_t *)there, key, value) {
        if (differ_at(key, here, there, difference)) {
            return true;
        }
    }
    return false;
}
