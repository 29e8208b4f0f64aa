/* A text that grows, such as an answer or a report. A Text belongs to one thread. The program ends
 * with a message if memory runs out (memory.h). */
#ifndef ENGINE_BASE_TEXT_H
#define ENGINE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    char *bytes; /* ends in a NUL; NULL while nothing has been added */
    size_t length, capacity;
} Text;

/* A new text, more at the end of one, or another instead of what it has, as printf makes them. What
 * is in the text may not be among the arguments. */
Text text_new(const char *format, ...) __attribute__((format(printf, 1, 2)));
void text_add(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_set(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends these bytes, without a NUL among them. */
void text_append(Text *text, const char *bytes, size_t length);

/* Empties the text but keeps its memory. */
void text_clear(Text *text);
void text_free(Text *text);

/* The ending of a counted noun: "" for 1, "s" for any other number. */
static inline const char *text_plural(int64_t count) {
    return count == 1 ? "" : "s";
}

/* Returns the index of this text in a list that ends in NULL, or -1. */
int text_find(const char *text, const char *const *list);

/* Is the word, that many bytes, in a list separated by blanks or newlines? */
bool text_has_word(const char *list, const char *word, size_t length);

/* Are two names the same, apart from case, "-", "_" and blanks? */
bool text_names_match(const char *a, const char *b);

/* Returns where the text begins without white space at its ends, and sets *length, which is that of
 * the text before, to the length that is left. */
const char *text_trim(const char *text, size_t *length);

/* Where to begin showing two long texts so that the first difference is visible. */
size_t text_find_difference(const char *a, const char *b);

/* The text, or "" if nothing has been added. */
static inline const char *text_get(const Text *text) {
    return text->bytes == NULL ? "" : text->bytes;
}

/* The length of the UTF-8 byte order mark that the text begins with: 3 bytes, or 0. */
size_t text_mark_length(const char *text);

/* Decodes the first character of text, which may have any bytes. Returns its length (1..4 bytes)
 * and sets *character to its code point. Returns 0 if these bytes are not well-formed UTF-8 (RFC
 * 3629).
 */
size_t text_read_utf8(const char *text, uint32_t *character);

/* Makes text from outside (files, engines, clients) safe for a terminal, in place: controls (C0,
 * DEL, C1), marks that turn the direction of writing, and bytes that are not UTF-8 become '?',
 * except the characters in kept, such as "\n\t". Returns text. */
char *text_make_printable(char *text, const char *kept);

/* Prints text made printable; keeps no control. */
void text_print(const char *text, FILE *stream);

/* Appends a finite number with this many decimals, without a sign if it rounds to 0. */
void text_add_real(Text *text, double value, int decimals);

#endif
