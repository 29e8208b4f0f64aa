/* JSON by the library jansson, with what it leaves to say: how figures are rounded, and that the
 * program ends with a message where memory runs out.
 *
 * Values belong to one thread at a time. Those handed to a json_set or json_add function belong to
 * the object or array from then on; the caller frees the outermost one by json_decref or
 * json_print. */
#ifndef ENGINE_BASE_JSON_H
#define ENGINE_BASE_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "engine/base/text.h"

json_t *json_new_object(void);
json_t *json_new_array(void);

/* object[key] = value rounded to that many decimals (a whole number where that is 0), null where it
 * is not finite. */
void json_set_figure(json_t *object, const char *key, double value, int decimals);

/* object[key] = text; bytes that are not UTF-8 become question marks. NULL becomes null. */
void json_set_text(json_t *object, const char *key, const char *text);

void json_set_value(json_t *object, const char *key, json_t *value);
void json_add_value(json_t *array, json_t *value);

/* Prints the value on a line of its own, members in the order they were set, and frees it. False
 * where the stream cannot be written. */
bool json_print(json_t *value, FILE *stream);

/* Appends the value in its shortest form, in the same order, and frees it. */
void json_add_text(json_t *value, Text *text);

#endif
