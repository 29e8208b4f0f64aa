/* A text that grows, such as the answer to a command or a report. A Text belongs to one thread. The
 * program ends with a message if memory runs out (memory.h). */
#ifndef ENGINE_BASE_TEXT_H
#define ENGINE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *bytes; /* ends in a NUL; NULL while nothing has been added */
    size_t length, capacity;
} Text;

/* Appends as printf does. */
void text_add(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends these bytes, without a NUL among them. */
void text_append(Text *text, const char *bytes, size_t length);

/* Empties the text but keeps its memory. */
void text_clear(Text *text);
void text_free(Text *text);

/* The ending of a counted noun: "" for 1, "s" for any other number. */
static inline const char *text_plural(int64_t count) {
    return count == 1 ? "" : "s";
}

/* From where to show two different texts that are too long to show whole, so that the reader sees
 * the difference. */
size_t text_find_difference(const char *a, const char *b);

/* The text, or "" if nothing has been added. */
static inline const char *text_get(const Text *text) {
    return text->bytes == NULL ? "" : text->bytes;
}

/* Appends a finite number with this many decimals, without a sign if it rounds to 0. */
void text_add_real(Text *text, double value, int decimals);

#endif
