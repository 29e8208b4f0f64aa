/* The bytes of a network file, read in order: words separated by white space, and arrays of floats
 * after the mark @BIN@.
 *
 * Nothing is read past the end. The first error sets the status, with the offset in the unpacked
 * file, and `failed`; from then on nothing is read, and functions return the least value that they
 * may, or false. So callers need not check each step. A Scanner belongs to one thread. */
#ifndef ENGINE_EVAL_NET_MODEL_SCANNER_H
#define ENGINE_EVAL_NET_MODEL_SCANNER_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/status.h"

enum { SCANNER_WORD_MAX = 96 };

typedef struct {
    uint8_t *bytes; /* aligned for floats */
    size_t length;
    size_t at;                       /* of the next byte */
    size_t begin;                    /* of the word or array read last: where messages point */
    char part[SCANNER_WORD_MAX + 1]; /* the layer being read, for messages */
    bool failed;
    Status *status;
} Scanner;

/* Sets the status to "byte 512: trunk.conv1: ..." unless an error came before. */
void scanner_fail(Scanner *scanner, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reads the next word; "" after an error. */
void scanner_read_word(Scanner *scanner, char word[SCANNER_WORD_MAX + 1]);

/* Reads the next word as the name of the part that follows, for messages. */
void scanner_read_part(Scanner *scanner);

/* Reads the next word as a number; `what` names it in messages. */
int scanner_read_integer(Scanner *scanner, const char *what, int least, int most);
double scanner_read_real(Scanner *scanner, const char *what);
double scanner_read_positive(Scanner *scanner, const char *what); /* 1 after an error */

/* Reads the next word, which must be one of these names; NULL ends them. Returns its index. */
int scanner_read_name(Scanner *scanner, const char *what, const char *const *names);

/* Reads an array of count floats after its mark. Each must be finite. Returns the array, which is
 * moved within the bytes, over its mark, to where floats are aligned; NULL after an error. */
float *scanner_read_floats(Scanner *scanner, size_t count);

/* Checks that only white space is left. */
void scanner_expect_end(Scanner *scanner);

/* ---- Compact files, whose weights take 16 bits (compact.c) ---- */

/* Does the file begin as a compact one does? */
bool compact_is_compact(const uint8_t *bytes, size_t length);

/* Returns a compact file with weights of 32 bits, which the caller frees, and its length. Returns
 * NULL with a message if the file ends inside a section or memory runs out. */
uint8_t *compact_expand(const uint8_t *bytes, size_t length, size_t *expanded, Status *status);

#endif
