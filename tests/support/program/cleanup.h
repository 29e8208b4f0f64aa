/* What is released when the test ends, however many things the test has opened: sessions, arenas,
 * files, texts. What makes such a thing adds it here, so that no test has to.
 *
 * The runner of tests/plain releases everything after each test that has not failed; under
 * Criterion, where each test has a process, the process does so when it exits. Only the test's own
 * thread may add things.
 *
 * With this header come Criterion and the C library's headers that most tests need. */
#ifndef TESTS_SUPPORT_PROGRAM_CLEANUP_H
#define TESTS_SUPPORT_PROGRAM_CLEANUP_H

#include "engine/base/text.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Calls release(what) at the end of the test, in the reverse order of these calls. */
void cleanup_add(void *what, void (*release)(void *what));

/* Releases a thing now that was added before. */
void cleanup_now(void *what);

/* Adds memory, or a JSON value. Returns it. */
void *cleanup_free(void *memory);
json_t *cleanup_json(json_t *json);

/* An empty text, freed at the end of the test. */
Text *text_kept(void);

/* A text as printf writes it, freed at the end of the test. */
char *formatted(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Fails, and shows both, unless the part is in the text. */
void expect_in(const char *text, const char *part);

/* How often the part occurs in the text. */
int count_in(const char *text, const char *part);

/* Releases everything. */
void cleanup_run(void);

#endif
