/* The bytes of a network file, read in order: words separated by white space, and arrays of floats
 * that follow the mark @BIN@. Knows nothing of networks.
 *
 * Nothing is read beyond the end, and no array is begun that the bytes there are could not fill.
 * The first thing that is wrong leaves a message with its offset (in the unpacked file) in status;
 * after that the caller stops. A Scanner belongs to one thread. */
#ifndef ENGINE_EVAL_NET_SCANNER_H
#define ENGINE_EVAL_NET_SCANNER_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/status.h"

enum { SCANNER_WORD_MAX = 96 };

typedef struct {
    const uint8_t *bytes;
    size_t length;
    size_t at;                       /* of the next byte */
    size_t begin;                    /* of the word or array read last: where messages point */
    char part[SCANNER_WORD_MAX + 1]; /* the layer being read, for messages */
    Status *status;
} Scanner;

/* Reads an ordinary file whole, unpacked where it is gzip's, to at most a GiB. The caller frees the
 * bytes. */
bool scanner_load_file(const char *path, uint8_t **bytes, size_t *length, Status *status);

/* "byte 512: trunk.conv1: ..." as the status; false. */
bool scanner_fail(Scanner *scanner, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The next word. */
bool scanner_read_word(Scanner *scanner, char word[SCANNER_WORD_MAX + 1]);

/* The next word is the name of the part that is read from here on. */
bool scanner_read_part(Scanner *scanner);

/* The next word as a number within limits; what names it in messages. */
bool scanner_read_integer(Scanner *scanner, const char *what, int least, int most, int *value);
bool scanner_read_real(Scanner *scanner, const char *what, double *value);

/* Is there an array of count floats next? Passes over its mark. */
bool scanner_begin_floats(Scanner *scanner, size_t count);

/* The floats of an array that has begun; each must be finite. */
bool scanner_read_floats(Scanner *scanner, float *values, size_t count);

/* Only white space is left. */
bool scanner_expect_end(Scanner *scanner);

#endif
