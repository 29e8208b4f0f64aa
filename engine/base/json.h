/* JSON with the library jansson: figures are rounded in one way, and the program ends with a
 * message if memory runs out.
 *
 * A value belongs to one thread at a time. One passed to a json_set or json_add function belongs to
 * that object or array; the caller frees the outermost with json_decref or json_print. */
#ifndef ENGINE_BASE_JSON_H
#define ENGINE_BASE_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "engine/base/text.h"

/* From now on the program ends by memory_fail if memory runs out in the library, which otherwise
 * may abort: version 2.14 asserts that it can read on. */
void json_end_on_shortage(void);

json_t *json_new_object(void);
json_t *json_new_array(void);

/* Makes a value by a format of json_pack. Its texts ("s") must be UTF-8. */
json_t *json_new_packed(const char *format, ...);

/* Makes an object by a format of json_pack and moves its members to the end of this one. */
void json_set_packed(json_t *object, const char *format, ...);

/* A number rounded to that many decimals (a whole number if decimals is 0); null if it is not
 * finite. */
json_t *json_new_figure(double value, int decimals);

void json_set_figure(json_t *object, const char *key, double value, int decimals);

/* A text; bytes that are not UTF-8 become question marks. NULL becomes null. */
json_t *json_new_text(const char *text);

void json_set_text(json_t *object, const char *key, const char *text);
void json_set_value(json_t *object, const char *key, json_t *value);
void json_add_value(json_t *array, json_t *value);

/* Prints the value on its own line, members in the order in which they were set, and frees it.
 * Returns false if the stream cannot be written. */
bool json_print(json_t *value, FILE *stream);

/* Appends the value to text without white space, in the same order, and frees it. */
void json_add_text(json_t *value, Text *text);

/* As json_dumps, which leaves keys out if memory runs out for them; this ends the program. */
char *json_new_dump(const json_t *value, size_t flags);

/* The first member that two objects do not share, with both values from where they differ. */
typedef struct {
    char key[64], here[64], there[64];
} JsonDifference;

bool json_differ(const json_t *here, const json_t *there, JsonDifference *difference);

#endif
