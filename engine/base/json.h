/* JSON with the library jansson. These functions add what the library leaves open: figures
 * are rounded in one way, and the program ends with a message if memory runs out.
 *
 * A value belongs to one thread at a time. A value passed to a json_set or json_add function
 * belongs to the object or array from then on; the caller frees the outermost one with json_decref
 * or json_print. */
#ifndef ENGINE_BASE_JSON_H
#define ENGINE_BASE_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "engine/base/text.h"

json_t *json_new_object(void);
json_t *json_new_array(void);

/* object[key] = value, rounded to that many decimals (a whole number if decimals is 0); null if it
 * is not finite. */
void json_set_figure(json_t *object, const char *key, double value, int decimals);

/* A text; bytes that are not UTF-8 become question marks. NULL becomes null. */
json_t *json_new_text(const char *text);

/* object[key] = text; bytes that are not UTF-8 become question marks. NULL becomes null. */
void json_set_text(json_t *object, const char *key, const char *text);

void json_set_value(json_t *object, const char *key, json_t *value);
void json_add_value(json_t *array, json_t *value);

/* Prints the value on a line of its own, members in the order in which they were set, and frees it.
 * Returns false if the stream cannot be written. */
bool json_print(json_t *value, FILE *stream);

/* Appends the value to text without white space, in the same order, and frees it. */
void json_add_text(json_t *value, Text *text);

/* Parses a text of any depth, as json_loadb does. jansson follows JSON_PARSER_MAX_DEPTH levels of
 * arrays and objects; deeper ones must be well-formed, too, and are left empty. Returns NULL with
 * the error if the text is not JSON. */
json_t *json_read(const char *bytes, size_t length, size_t flags, json_error_t *error);

#endif
