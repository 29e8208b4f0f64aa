/* Wrappers around jansson that end the program if memory runs out, and a reader of deep texts that
 * recurses no deeper than jansson does. */
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

static int append(const char *bytes, size_t count, void *text) {
    text_append(text, bytes, count);
    return 0;
}

static void add_dump(const json_t *value, size_t flags, Text *text) {
    if (json_dump_callback(value, append, text, flags) != 0) {
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

/* ---- Reading ---- */

/* Levels that are parsed at once; one more holds the empty list that replaces the rest. */
enum { LEVELS = JSON_PARSER_MAX_DEPTH - 1 };

/* Where a scan of a text is: how deep, and whether in a string. */
typedef struct {
    size_t depth;
    bool is_text, is_escaped;
} Nesting;

/* Takes the next byte. Returns 1 if it opens an array or an object, -1 if it closes one, else 0. */
static int nesting_take(Nesting *nesting, char byte) {
    if (nesting->is_text) {
        nesting->is_text = nesting->is_escaped || byte != '"';
        nesting->is_escaped = !nesting->is_escaped && byte == '\\';
        return 0;
    }
    nesting->is_text = byte == '"';
    return byte == '[' || byte == '{' ? 1 : byte == ']' || byte == '}' ? -1 : 0;
}

/* Does a run of LEVELS levels begin with this one, and not the first run? */
static bool begins_run(size_t depth) {
    return depth > LEVELS && (depth - 1) % LEVELS == 0;
}

static bool is_deep(const char *bytes, size_t length) {
    Nesting nesting = {0};
    for (size_t i = 0; i < length; i++) {
        const int step = nesting_take(&nesting, bytes[i]);
        if (step < 0 && nesting.depth == 0) {
            return false; /* not JSON */
        }
        nesting.depth = step < 0 ? nesting.depth - 1 : nesting.depth + (size_t)step;
        if (begins_run(nesting.depth)) {
            return true;
        }
    }
    return false;
}

/* Parses the last bytes of a text, an array or an object, and empties it. */
static bool empty_end(char *bytes, size_t start, size_t *length, size_t flags,
                      json_error_t *error) {
    json_t *value = json_loadb(bytes + start, *length - start, flags, error);
    json_decref(value);
    bytes[start] = '[';
    bytes[start + 1] = ']';
    *length = start + 2;
    return value != NULL;
}

/* Empties what is too deep, the innermost run first. Each run is parsed once, so the time is
 * proportional to the length. */
static bool flatten(char *bytes, size_t *length, size_t flags, json_error_t *error) {
    Nesting nesting = {0};
    size_t *starts = NULL, count = 0, end = 0;
    bool ok = true;
    for (size_t i = 0; ok && i < *length; i++) {
        const int step = nesting_take(&nesting, bytes[i]);
        bytes[end++] = bytes[i];
        if (step > 0 && begins_run(++nesting.depth)) {
            starts = memory_grow(starts, count, sizeof *starts);
            starts[count++] = end - 1;
        }
        if (step < 0 && nesting.depth > 0 && begins_run(nesting.depth--)) {
            ok = empty_end(bytes, starts[--count], &end, flags, error);
        }
    }
    free(starts);
    *length = end;
    return ok;
}

json_t *json_read(const char *bytes, size_t length, size_t flags, json_error_t *error) {
    if (!is_deep(bytes, length)) {
        return json_loadb(bytes, length, flags, error);
    }
    char *copy = memory_new(length, 1);
    memcpy(copy, bytes, length);
    json_t *value =
        flatten(copy, &length, flags, error) ? json_loadb(copy, length, flags, error) : NULL;
    free(copy);
    return value;
}
