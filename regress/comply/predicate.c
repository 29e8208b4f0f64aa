#include "regress/comply/predicate.h"

#include "regress/suite/pattern.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where a value was found. */
typedef struct {
    const json_t *parent; /* the object that has it */
    size_t index;         /* of the last element chosen by '*' */
} Place;

static void add_scalar(const json_t *value, Text *text) {
    if (json_is_string(value)) {
        text_add(text, "%s", json_string_value(value));
    } else if (value != NULL) {
        char *dump = json_new_dump(value, JSON_ENCODE_ANY | JSON_COMPACT);
        text_add(text, "%s", dump);
        free(dump);
    }
}

static bool is_text(const json_t *value, const char *wanted, const Place *place) {
    Text came = {0}, text = {0};
    add_scalar(value, &came);
    if (strcmp(wanted, "@index") == 0) {
        text_add(&text, "%zu", place->index);
    } else if (wanted[0] == '@') {
        add_scalar(json_object_get(place->parent, wanted + 1), &text);
    } else {
        text_add(&text, "%s", wanted);
    }
    const bool ok = value != NULL && strcmp(text_get(&came), text_get(&text)) == 0;
    text_free(&came);
    text_free(&text);
    return ok;
}

static bool matches(const json_t *value, const char *regex) {
    Status status;
    Pattern pattern;
    Text came = {0};
    if (value == NULL || !pattern_compile(&pattern, regex, DIALECT_GOGUI, &status)) {
        return false;
    }
    add_scalar(value, &came);
    const bool ok = pattern_matches(&pattern, false, text_get(&came));
    pattern_free(&pattern);
    text_free(&came);
    return ok;
}

/* "LEAST..MOST", or one number for both. */
static bool is_between(double value, const char *range) {
    char text[32];
    const char *dots = strstr(range, "..");
    snprintf(text, sizeof text, "%.*s",
             (int)(dots == NULL ? strlen(range) : (size_t)(dots - range)), range);
    const double least = atof(text), most = dots == NULL ? least : atof(dots + 2);
    return value >= least - 1e-9 && value <= most + 1e-9;
}

static bool is_of_kind(const json_t *value, const char *kind) {
    return strcmp(kind, "int") == 0      ? json_is_integer(value)
           : strcmp(kind, "number") == 0 ? json_is_number(value)
           : strcmp(kind, "bool") == 0   ? json_is_boolean(value)
           : strcmp(kind, "text") == 0   ? json_is_string(value)
           : strcmp(kind, "list") == 0
               ? json_is_array(value)
               : json_is_number(value) && is_between(json_number_value(value), kind);
}

static bool sums_to(const json_t *value, double wanted) {
    double sum = 0;
    for (size_t i = 0; i < json_array_size(value); i++) {
        const double element = json_number_value(json_array_get(value, i));
        sum += element > 0 ? element : 0;
    }
    return fabs(sum - wanted) <= 0.01;
}

/* test: "=TEXT" and so on; "": the value is there. */
static bool value_holds(const json_t *value, const Place *place, const char *test) {
    const char *wanted = test + (*test != '\0');
    const size_t size = json_array_size(value);
    switch (*test) {
    case '=':
        return is_text(value, wanted, place);
    case '~':
        return matches(value, wanted);
    case ':':
        return is_of_kind(value, wanted);
    case '+':
        return sums_to(value, atof(wanted));
    case '#':
        return wanted[0] == '@'
                   ? size == json_array_size(json_object_get(place->parent, wanted + 1))
                   : json_is_array(value) && is_between((double)size, wanted);
    default:
        return value != NULL;
    }
}

/* Follows a path from a value. */
static bool path_holds(const json_t *value, Place place, const char *path) {
    char name[64];
    const size_t length = strcspn(path, ".=~:+#");
    if (length == 0) {
        return value_holds(value, &place, path);
    }
    snprintf(name, sizeof name, "%.*s", (int)length, path);
    const char *rest = path + length + (path[length] == '.');
    if (strcmp(name, "*") == 0) {
        bool ok = true;
        for (size_t i = 0; ok && i < json_array_size(value); i++) {
            place.index = i;
            ok = path_holds(json_array_get(value, i), place, rest);
        }
        return ok;
    }
    if (json_is_array(value)) {
        return path_holds(json_array_get(value, (size_t)atoi(name)), place, rest);
    }
    place.parent = value;
    return path_holds(json_object_get(value, name), place, rest);
}

bool predicates_hold(const json_t *object, const char *predicates, Text *why) {
    char predicate[1024];
    for (const char *rest = predicates; *rest != '\0';) {
        const char *next = strstr(rest, "; ");
        const size_t length = next == NULL ? strlen(rest) : (size_t)(next - rest);
        snprintf(predicate, sizeof predicate, "%.*s", (int)length, rest);
        const bool is_negated = predicate[0] == '!';
        if (path_holds(object, (Place){object, 0}, predicate + is_negated) == is_negated) {
            text_add(why, "%s", predicate);
            return false;
        }
        rest += length + (next == NULL ? 0 : 2);
    }
    return true;
}
