#include "gtp/json/query/field.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

enum { MESSAGE_MAX = 512 };

static void tell(const FieldReader *reader, const char *kind, const char *field, const char *format,
                 va_list arguments) {
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
    tell(reader, "error", field, format, arguments);
    va_end(arguments);
    return false;
}

void field_warn(const FieldReader *reader, const char *field, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    tell(reader, "warning", field, format, arguments);
    va_end(arguments);
}

const json_t *field_find(const FieldReader *reader, const char *field) {
    return json_object_get(reader->object, field);
}

/* ---- Numbers ---- */

bool field_read_bool(const FieldReader *reader, const char *field, bool *value) {
    const json_t *found = field_find(reader, field);
    if (found == NULL) {
        return true;
    }
    if (!json_is_boolean(found)) {
        return field_fail(reader, field, "Must be true or false");
    }
    *value = json_is_true(found);
    return true;
}

bool field_read_whole(const FieldReader *reader, const char *field, int64_t least, int64_t most,
                      int64_t *value) {
    const json_t *found = field_find(reader, field);
    if (found == NULL) {
        return true;
    }
    if (!json_is_integer(found) || json_integer_value(found) < least ||
        json_integer_value(found) > most) {
        return field_fail(reader, field, "Must be a whole number from %lld to %lld",
                          (long long)least, (long long)most);
    }
    *value = json_integer_value(found);
    return true;
}

bool field_read_real(const FieldReader *reader, const char *field, double least, double most,
                     double *value) {
    const json_t *found = field_find(reader, field);
    if (found == NULL) {
        return true;
    }
    const double number = json_number_value(found);
    if (!json_is_number(found) || !isfinite(number) || number < least || number > most) {
        return field_fail(reader, field, "Must be a number from %g to %g", least, most);
    }
    *value = number;
    return true;
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

/* ---- Moves ---- */

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
    char *end;
    if (*text != '(' || !isdigit((unsigned char)text[1])) {
        return false;
    }
    const long x = strtol(text + 1, &end, 10);
    if (*end != ',') {
        return false;
    }
    end += 1 + strspn(end + 1, " ");
    if (!isdigit((unsigned char)*end)) {
        return false;
    }
    const long y = strtol(end, &end, 10);
    if (strcmp(end, ")") != 0 || x >= reader->width || y >= reader->height) {
        return false;
    }
    *point = point_at((int)x, (int)y);
    return true;
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

static bool read_move(const FieldReader *reader, const char *field, const json_t *pair, bool passes,
                      PackedMove *move) {
    Color color;
    Point point;
    const json_t *player = json_array_get(pair, 0), *vertex = json_array_get(pair, 1);
    if (json_array_size(pair) != 2 || !json_is_string(player) || !json_is_string(vertex)) {
        return field_fail(reader, field,
                          "Must be a list of pairs such as [\"b\",\"C4\"] or [\"w\",\"pass\"]");
    }
    if (!field_read_color(reader, field, player, &color) ||
        !field_read_point(reader, field, vertex, passes, &point)) {
        return false;
    }
    *move = pack_move(color, point);
    return true;
}

bool field_read_moves(const FieldReader *reader, const char *field, bool passes, PackedMove **moves,
                      int *count) {
    const json_t *list = field_find(reader, field);
    const size_t size = json_array_size(list);
    *moves = NULL;
    *count = 0;
    if (list == NULL) {
        return true;
    }
    if (!json_is_array(list) || size > INT32_MAX / 2) {
        return field_fail(reader, field,
                          "Must be a list of pairs such as [\"b\",\"C4\"] or [\"w\",\"pass\"]");
    }
    *moves = memory_new(size, sizeof **moves);
    while (*count < (int)size) {
        if (!read_move(reader, field, json_array_get(list, (size_t)*count), passes,
                       &(*moves)[*count])) {
            return false;
        }
        (*count)++;
    }
    return true;
}
