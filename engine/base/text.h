/* A text that grows: what a command answers, a report. Belongs to one thread. The
 * program ends with a message if memory runs out (memory.h): nothing sensible could be said. */
#ifndef ENGINE_BASE_TEXT_H
#define ENGINE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *bytes; /* ends in a NUL; NULL while nothing has been added */
    size_t length, capacity;
} Text;

void text_add(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_clear(Text *text);
void text_free(Text *text);

/* The ending of a noun that is counted: "" after 1, "s" after any other number. */
static inline const char *text_plural(int64_t count) {
    return count == 1 ? "" : "s";
}

/* The text, "" where nothing has been added. */
static inline const char *text_get(const Text *text) {
    return text->bytes == NULL ? "" : text->bytes;
}

/* Appends a finite number with so many decimals, and no sign where these are all 0. */
void text_add_real(Text *text, double value, int decimals);

#endif
