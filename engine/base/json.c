/* Thin wrappers around jansson that end the program if memory runs out. */
#include "engine/base/json.h"
#include "engine/base/memory.h"
#include "engine/base/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void must(bool ok) {
    if (!ok) {
        memory_fail();
    }
}

json_t *json_new_object(void) {
    json_t *object = json_object();
    must(object != NULL);
    return object;
}

json_t *json_new_array(void) {
    json_t *array = json_array();
    must(array != NULL);
    return array;
}

void json_set_value(json_t *object, const char *key, json_t *value) {
    must(json_object_set_new(object, key, value) == 0);
}

void json_add_value(json_t *array, json_t *value) {
    must(json_array_append_new(array, value) == 0);
}

void json_set_figure(json_t *object, const char *key, double value, int decimals) {
    const double scale = pow(10, decimals), rounded = round(value * scale) / scale;
    json_t *figure = !isfinite(rounded) ? json_null()
                     : decimals == 0    ? json_integer((json_int_t)rounded)
                                        : json_real(rounded);
    json_set_value(object, key, figure);
}

void json_set_text(json_t *object, const char *key, const char *text) {
    if (text == NULL) {
        json_set_value(object, key, json_null());
        return;
    }
    char *clean = memory_copy(text);
    for (char *s = clean; *s != '\0';) {
        uint32_t character;
        const size_t length = utf8_read(s, &character);
        if (length == 0) {
            *s = '?';
        }
        s += length == 0 ? 1 : length;
    }
    json_set_value(object, key, json_string(clean));
    free(clean);
}

bool json_print(json_t *value, FILE *stream) {
    const bool ok = json_dumpf(value, stream, JSON_REAL_PRECISION(12)) == 0;
    json_decref(value);
    return fputc('\n', stream) != EOF && ok;
}

void json_add_text(json_t *value, Text *text) {
    char *dump = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(12));
    must(dump != NULL);
    text_add(text, "%s", dump);
    free(dump);
    json_decref(value);
}
