/* Values of JSON by their paths, such as "engines/0/wins". */
#ifndef TESTS_SUPPORT_READER_JSON_AT_H
#define TESTS_SUPPORT_READER_JSON_AT_H

#include "tests/support/program/cleanup.h"

/* The value, or NULL. */
json_t *json_find(const json_t *json, const char *path);

/* The number or text. Fails the test if there is none. */
double json_at(const json_t *json, const char *path);
const char *json_text_at(const json_t *json, const char *path);

/* What a page of ours (page/) shows, kept until the end of the test. It must not have a '<',
 * which could end the script. */
json_t *page_data(const char *page);

#endif
