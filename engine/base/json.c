#include "engine/base/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void must(bool ok) {
    if (!ok) {
        fputs("dihedra: out of memory\n", stderr);
        exit(EXIT_FAILURE);
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

/* How many bytes the character at s takes if it is well-formed UTF-8 (RFC 3629), else 0. */
static size_t character_length(const unsigned char *s) {
    static const struct {
        unsigned char first, last; /* of lead bytes */
        unsigned char low, high;   /* of the byte behind it */
        size_t length;
    } forms[] = {
        {0x01, 0x7F, 0, 0, 1},       {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
        {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
        {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (s[0] < forms[i].first || s[0] > forms[i].last) {
            continue;
        }
        bool ok = forms[i].length == 1 || (s[1] >= forms[i].low && s[1] <= forms[i].high);
        for (size_t k = 2; ok && k < forms[i].length; k++) {
            ok = s[k] >= 0x80 && s[k] <= 0xBF;
        }
        return ok ? forms[i].length : 0;
    }
    return 0;
}

void json_set_text(json_t *object, const char *key, const char *text) {
    if (text == NULL) {
        json_set_value(object, key, json_null());
        return;
    }
    char *clean = strdup(text);
    must(clean != NULL);
    for (unsigned char *s = (unsigned char *)clean; *s != '\0';) {
        const size_t length = character_length(s);
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
