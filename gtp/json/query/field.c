#include "gtp/json/query/field.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

enum { MESSAGE_MAX = 512 };

static void report(const FieldReader *reader, const char *kind, const char *field,
                   const char *format, va_list arguments) {
    char message[MESSAGE_MAX];
    vsnprintf(message, sizeof message, format, arguments);
    json_t *object = json_new_object();
    json_set_text(object, kind, message);
    json_set_text(object, "field", field);
    json_set_value(object, "id", json_incref(json_object_get(reader->object, "id")));
    reader->errors->handle(reader->errors->context, object);
}

bool field_fail(const FieldReader *reader, const char *field, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    report(reader, "error", field, format, arguments);
    va_end(arguments);
    return false;
}

void field_warn(const FieldReader *reader, const char *field, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    report(reader, "warning", field, format, arguments);
    va_end(arguments);
}

const json_t *field_find(const FieldReader *reader, const char *field) {
    return json_object_get(reader->object, field);
}

bool field_read_bool(const FieldReader *reader, const char *field, bool *value) {
    const json_t *found = field_find(reader, field);
    *value = found == NULL ? *value : json_is_true(found);
    return found == NULL || json_is_boolean(found) ||
           field_fail(reader, field, "Must be true or false");
}

bool field_read_integer(const FieldReader *reader, const char *field, int64_t least, int64_t most,
                        int64_t *value) {
    const json_t *found = field_find(reader, field);
    const int64_t number = found == NULL ? *value : json_integer_value(found);
    const bool ok = found == NULL || (json_is_integer(found) && number >= least && number <= most);
    *value = ok ? number : *value;
    return ok || field_fail(reader, field, "Must be a whole number from %lld to %lld",
                            (long long)least, (long long)most);
}

bool field_read_real(const FieldReader *reader, const char *field, double least, double most,
                     double *value) {
    const json_t *found = field_find(reader, field);
    const double number = found == NULL ? *value : json_number_value(found);
    const bool ok = found == NULL || (json_is_number(found) && isfinite(number) &&
                                      number >= least && number <= most);
    *value = ok ? number : *value;
    return ok || field_fail(reader, field, "Must be a number from %g to %g", least, most);
}

bool field_read_list(const FieldReader *reader, const char *field, const char *what, int64_t least,
                     int64_t most, FieldList *list) {
    const json_t *found = field_find(reader, field);
    *list = (FieldList){0};
    if (found == NULL) {
        return true;
    }
    const size_t size = json_array_size(found);
    bool ok = json_is_array(found);
    list->items = memory_new(size, sizeof *list->items);
    for (size_t i = 0; ok && i < size; i++) {
        const json_t *item = json_array_get(found, i);
        const int64_t value = json_integer_value(item);
        if (json_is_integer(item) && (value < least || value > most)) {
            return field_fail(reader, field, "Invalid %s: %lld", what, (long long)value);
        }
        ok = json_is_integer(item);
        list->items[list->count++] = value;
    }
    return ok || field_fail(reader, field, "Must be a list of whole numbers, each a %s", what);
}

/* A string without a NUL in it, or NULL. */
static const char *get_word(const json_t *value) {
    const char *text = json_string_value(value);
    return text != NULL && strlen(text) == json_string_length(value) ? text : NULL;
}

bool field_read_color(const FieldReader *reader, const char *field, const json_t *value,
                      Color *color) {
    const char *text = get_word(value);
    return (text != NULL && color_from_text(text, color)) ||
           field_fail(reader, field, "Must be \"b\" or \"w\", got %.40s",
                      text == NULL ? "something else" : text);
}

/* Reads "(x,y)", counted from the top left. */
static bool read_numbers(const FieldReader *reader, const char *text, Point *point) {
    char *comma, *end;
    if (*text != '(' || !isdigit((unsigned char)text[1])) {
        return false;
    }
    const long x = strtol(text + 1, &comma, 10);
    const char *second = *comma == ',' ? comma + 1 + strspn(comma + 1, " ") : "";
    const long y = strtol(second, &end, 10);
    const bool ok = isdigit((unsigned char)*second) && strcmp(end, ")") == 0 && x < reader->width &&
                    y < reader->height;
    *point = ok ? point_at((int)x, (int)y) : POINT_NONE;
    return ok;
}

bool field_read_point(const FieldReader *reader, const char *field, const json_t *value,
                      bool passes, Point *point) {
    const char *text = get_word(value);
    if (text == NULL) {
        return field_fail(reader, field, "Must be a list of vertices such as \"C4\"");
    }
    const bool ok = read_numbers(reader, text, point) ||
                    (point_from_text(text, reader->width, reader->height, point) &&
                     (point_is_move(*point) || (*point == POINT_PASS && passes)));
    return ok || field_fail(reader, field, "Could not parse board location: %.40s", text);
}

bool field_read_moves(const FieldReader *reader, const char *field, bool passes, Move *moves,
                      int32_t *count) {
    const json_t *list = field_find(reader, field);
    const size_t size = json_array_size(list);
    bool ok = list == NULL || (json_is_array(list) && size <= INT32_MAX / 2);
    *count = ok ? (int32_t)size : 0;
    for (int i = 0; ok && i < *count; i++) {
        const json_t *pair = json_array_get(list, (size_t)i);
        const json_t *player = json_array_get(pair, 0), *vertex = json_array_get(pair, 1);
        Color color;
        Point point;
        ok = json_array_size(pair) == 2 && json_is_string(player) && json_is_string(vertex);
        if (ok && (!field_read_color(reader, field, player, &color) ||
                   !field_read_point(reader, field, vertex, passes, &point))) {
            return false;
        }
        moves[i] = ok ? (Move){color, point} : (Move){.point = POINT_NONE};
    }
    return ok || field_fail(reader, field,
                            "Must be a list of pairs such as [\"b\",\"C4\"] or [\"w\",\"pass\"]");
}
