#include "regress/match/config.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/base/memory.h"
#include "engine/base/text.h"

enum { CONFIG_BYTES_MAX = 1 << 20 };

static void add_word(MatchWords *words, char *word) {
    words->items = memory_grow(words->items, (size_t)words->count, sizeof *words->items);
    words->items[words->count++] = word;
}

/* Adds `before` with the value of this name as it would be typed; of a list a word for each value,
 * of an object for each NAME=VALUE. */
static bool add_values(MatchWords *words, const char *name, const char *before, json_t *value,
                       Status *status) {
    Text word = {0};
    const char *key;
    json_t *part;
    size_t i;
    bool ok = true;
    json_array_foreach(value, i, part) {
        ok = ok && add_values(words, name, before, part, status);
    }
    json_object_foreach(value, key, part) {
        text_clear(&word);
        text_add(&word, "%s%s=", before, key);
        ok = ok && add_values(words, name, text_get(&word), part, status);
    }
    if (json_is_array(value) || json_is_object(value)) {
        text_free(&word);
        return ok;
    }
    text_add(&word, "%s", before);
    if (json_is_number(value)) {
        text_add(&word, "%.15g", json_number_value(value));
    } else {
        text_add(&word, "%s",
                 json_is_string(value) ? json_string_value(value)
                 : json_is_true(value) ? "on"
                                       : "off");
    }
    add_word(words, word.bytes);
    return !json_is_null(value) || status_fail(status, "%.60s: null is not a value", name);
}

/* Adds an option and its values; a switch gets "=on" or "=off". */
static bool add_option(MatchWords *words, const char *option, json_t *value, Status *status) {
    char before[72];
    json_t *values;
    size_t i;
    bool ok = true;
    if (json_is_array(json_array_get(value, 0))) { /* of an option that may be repeated */
        json_array_foreach(value, i, values) {
            ok = ok && add_option(words, option, values, status);
        }
        return ok;
    }
    snprintf(before, sizeof before, "%s=", option);
    if (!json_is_boolean(value)) {
        add_word(words, memory_check(strdup(option)));
        before[0] = '\0';
    }
    return add_values(words, option, before, value, status);
}

/* Adds --each, or --engine with its command, and KEY=VALUE. */
static bool add_engine(MatchWords *words, json_t *engine, bool is_each, Status *status) {
    json_t *command = json_object_get(engine, "command");
    if (!json_is_object(engine) || is_each == json_is_string(command)) {
        return status_fail(status, "%s: expected an object %s a text \"command\"",
                           is_each ? "\"each\"" : "\"engines\"", is_each ? "without" : "with");
    }
    const char *key;
    json_t *value;
    bool ok = true;
    if (is_each) {
        add_word(words, memory_check(strdup("--each")));
    } else {
        ok = add_option(words, "--engine", command, status);
    }
    json_object_foreach(engine, key, value) {
        char before[72];
        snprintf(before, sizeof before, "%.70s=", key);
        ok = ok && (value == command || add_values(words, key, before, value, status));
    }
    return ok;
}

static bool is_given(const MatchWords *words, const char *option) {
    const size_t length = strlen(option);
    bool any = false;
    for (int i = 1; i < words->given; i++) {
        const char *word = words->items[i];
        any |= strncmp(word, option, length) == 0 && (word[length] == '\0' || word[length] == '=');
    }
    return any;
}

static bool add_member(MatchWords *words, const char *key, json_t *value, Status *status) {
    const bool is_list = strcmp(key, "engines") == 0;
    json_t *engine;
    size_t i;
    char option[64];
    snprintf(option, sizeof option, "%s%s", strlen(key) == 1 ? "-" : "--",
             is_list ? "engine" : key);
    if (strcmp(key, "each") == 0) {
        return add_engine(words, value, true, status);
    }
    if (is_given(words, option)) {
        return true;
    }
    if (!is_list) {
        return add_option(words, option, value, status);
    }
    bool ok = json_is_array(value) || status_fail(status, "\"engines\": expected a list");
    json_array_foreach(value, i, engine) {
        ok = ok && add_engine(words, engine, false, status);
    }
    return ok;
}

static bool read_config(MatchWords *words, const char *path, Status *status) {
    size_t length = 0;
    char *bytes = file_read(path, FILE_REGULAR, CONFIG_BYTES_MAX, &length, status);
    json_error_t error;
    const char *key;
    json_t *value;
    Status why;
    if (bytes == NULL) {
        return false;
    }
    json_t *object = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &error);
    bool ok = json_is_object(object) ||
              (object == NULL ? status_fail(&why, "line %d: %.160s", error.line, error.text)
                              : status_fail(&why, "expected an object"));
    json_object_foreach(object, key, value) {
        ok = ok && add_member(words, key, value, &why);
    }
    json_decref(object);
    free(bytes);
    return ok || file_fail(status, path, why.text);
}

bool match_words_expand(int argc, char **argv, MatchWords *words, Status *status) {
    const char *path = NULL;
    *words = (MatchWords){.given = argc};
    for (int i = 0; i < argc; i++) {
        add_word(words, argv[i]);
        path = strcmp(argv[i], "--config") == 0        ? argv[i + 1]
               : strncmp(argv[i], "--config=", 9) == 0 ? argv[i] + 9
                                                       : path;
    }
    const bool ok = path == NULL || read_config(words, path, status);
    add_word(words, NULL);
    words->count--;
    return ok;
}

void match_words_free(MatchWords *words) {
    for (int i = words->given; i < words->count; i++) {
        free(words->items[i]);
    }
    free(words->items);
}
