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

/* Adds a word: `before`, then a text or number as it would be typed. */
static bool add_value(MatchWords *words, const char *before, const char *key, const json_t *value,
                      Status *status) {
    Text word = {0};
    text_add(&word, "%s", before);
    if (json_is_string(value)) {
        text_add(&word, "%s", json_string_value(value));
    } else if (json_is_number(value)) {
        text_add(&word, "%.15g", json_number_value(value));
    } else if (json_is_boolean(value)) {
        text_add(&word, "%s", json_is_true(value) ? "on" : "off");
    } else {
        text_free(&word);
        return status_fail(status, "\"%.40s\": expected a text, a number, true or false", key);
    }
    add_word(words, word.bytes);
    return true;
}

/* Adds KEY=VALUE for each value of a member of an engine. */
static bool add_key(MatchWords *words, const char *key, json_t *value, Status *status) {
    const char *name;
    json_t *part;
    size_t i;
    Text before = {0};
    bool ok = true;
    text_add(&before, "%s=", key);
    if (json_is_object(value)) {
        json_object_foreach(value, name, part) {
            text_clear(&before);
            text_add(&before, "%s=%s=", key, name);
            ok = ok && add_value(words, text_get(&before), key, part, status);
        }
    } else if (json_is_array(value)) {
        json_array_foreach(value, i, part) {
            ok = ok && add_value(words, text_get(&before), key, part, status);
        }
    } else {
        ok = add_value(words, text_get(&before), key, value, status);
    }
    text_free(&before);
    return ok;
}

/* Adds --each, or --engine with its command, and its options. */
static bool add_engine(MatchWords *words, const char *option, json_t *engine, Status *status) {
    const char *key;
    json_t *value, *command = json_object_get(engine, "command");
    const bool is_each = strcmp(option, "--each") == 0;
    if (!json_is_object(engine) || is_each == json_is_string(command)) {
        return status_fail(status, "%s: expected an object %s a text \"command\"",
                           is_each ? "\"each\"" : "\"engines\"", is_each ? "without" : "with");
    }
    add_word(words, memory_check(strdup(option)));
    bool ok = is_each || add_value(words, "", "command", command, status);
    json_object_foreach(engine, key, value) {
        ok = ok && (value == command || add_key(words, key, value, status));
    }
    return ok;
}

/* Adds an option, or its values; a switch gets "=on" or "=off". */
static bool add_option(MatchWords *words, const char *option, const char *key, json_t *value,
                       Status *status) {
    json_t *part;
    size_t i;
    bool ok = true;
    if (json_is_boolean(value)) {
        Text before = {0};
        text_add(&before, "%s=", option);
        ok = add_value(words, text_get(&before), key, value, status);
        text_free(&before);
        return ok;
    }
    add_word(words, memory_check(strdup(option)));
    if (!json_is_array(value)) {
        return add_value(words, "", key, value, status);
    }
    json_array_foreach(value, i, part) {
        ok = ok && add_value(words, "", key, part, status);
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
    json_t *engine;
    size_t i;
    bool ok = true;
    if (strcmp(key, "each") == 0) {
        return add_engine(words, "--each", value, status);
    }
    if (strcmp(key, "engines") == 0 && !is_given(words, "--engine")) {
        ok = json_is_array(value) || status_fail(status, "\"engines\": expected a list");
        json_array_foreach(value, i, engine) {
            ok = ok && add_engine(words, "--engine", engine, status);
        }
        return ok;
    }
    char option[64];
    snprintf(option, sizeof option, "%s%s", key[1] == '\0' ? "-" : "--", key);
    return is_given(words, option) || add_option(words, option, key, value, status);
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
