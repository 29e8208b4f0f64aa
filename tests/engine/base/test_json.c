/* Reading JSON of any depth. */
#include "engine/base/json.h"

#include <criterion/criterion.h>
#include <string.h>

/* Appends a text this many times. */
static void repeat(Text *text, const char *part, int times) {
    for (int i = 0; i < times; i++) {
        text_add(text, "%s", part);
    }
}

static json_t *read_text(const char *text) {
    json_error_t error;
    return json_read(text, strlen(text), JSON_DECODE_ANY, &error);
}

/* Counts the levels of lists and objects, each of which is the first value of the one around it. */
static int depth_of(const json_t *value) {
    int depth = 0;
    while (json_is_array(value) || json_is_object(value)) {
        depth++;
        value = json_is_array(value) ? json_array_get(value, 0) : json_object_get(value, "a");
    }
    return depth;
}

static const int DEPTHS[] = {1,    2046, 2047, 2048, 2049,  4094,   4095,
                             4096, 5000, 6141, 6142, 20000, 1000000};
enum { DEPTH_COUNT = sizeof DEPTHS / sizeof DEPTHS[0] };

Test(json, is_read_at_any_depth) {
    static const char *const PARTS[][3] = {{"[", "7", "]"}, {"{\"a\":", "\"]]\"", "}"}};
    for (int i = 0; i < DEPTH_COUNT; i++) {
        for (int k = 0; k < 2; k++) {
            Text text = {0};
            text_add(&text, "{\"id\":\"x\",\"a\":");
            repeat(&text, PARTS[k][0], DEPTHS[i]);
            text_add(&text, "%s", PARTS[k][1]);
            repeat(&text, PARTS[k][2], DEPTHS[i]);
            text_add(&text, ",\"b\":[[1],\"\\\"[\"]}");
            json_t *value = read_text(text_get(&text));
            cr_assert(json_is_object(value), "depth %d", DEPTHS[i]);
            cr_assert_str_eq(json_string_value(json_object_get(value, "id")), "x");
            cr_assert_eq(json_array_size(json_object_get(value, "b")), 2);
            cr_assert_eq(depth_of(value), DEPTHS[i] < 2047 ? DEPTHS[i] + 1 : 2048, "depth %d",
                         DEPTHS[i]);
            json_decref(value);
            text_free(&text);
        }
    }
}

/* Many deep values beside each other, and more levels within them. */
Test(json, is_read_beside_other_depths) {
    Text text = {0};
    repeat(&text, "[", 2047);
    for (int i = 0; i < 50; i++) {
        text_add(&text, i > 0 ? ",[]," : "");
        repeat(&text, "[1,{\"a\":", 1500);
        text_add(&text, "[]");
        repeat(&text, "},2]", 1500);
    }
    repeat(&text, "]", 2047);
    json_t *value = read_text(text_get(&text));
    cr_assert_not_null(value);
    json_decref(value);
    text_free(&text);
}

/* What is too deep to be kept is checked all the same. */
Test(json, deep_faults_are_found) {
    static const char *const FAULTS[] = {"]",       "}",   "1",      ",",   "\"",  "1 2", "{1}",
                                         "[}",      "{]",  "{[]:1}", "[]1", "1[]", "[",   "\\\"",
                                         "{\"a\"}", "[,]", "[1]]",   "nul", "\x80"};
    for (int i = 0; i < DEPTH_COUNT - 1; i++) {
        for (size_t k = 0; k < sizeof FAULTS / sizeof FAULTS[0]; k++) {
            Text text = {0};
            repeat(&text, "[", DEPTHS[i]);
            text_add(&text, "[], %s", FAULTS[k]);
            repeat(&text, "]", DEPTHS[i]);
            json_t *value = read_text(text_get(&text));
            cr_assert_eq(value != NULL, strcmp(FAULTS[k], "1") == 0, "%s at depth %d", FAULTS[k],
                         DEPTHS[i]);
            json_decref(value);
            text_free(&text);
        }
    }
}

Test(json, unfinished_texts_are_refused) {
    static const char *const PARTS[] = {"[", "{\"a\":", "[[],", "]", "{\"", "[\"\\"};
    for (size_t i = 0; i < sizeof PARTS / sizeof PARTS[0]; i++) {
        Text text = {0};
        repeat(&text, PARTS[i], 100000);
        cr_assert_null(read_text(text_get(&text)), "%s", PARTS[i]);
        text_free(&text);
    }
}
