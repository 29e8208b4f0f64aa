/* Makes GTP sessions line by line: for tests from a seed, for fuzz targets from their bytes.
 *
 * Most lines are of a game that goes on (moves of all kinds, undo, sizes, rules, set-ups, records,
 * parameters); the others are any command of the tables with good, nearly good and hostile
 * arguments. No line names a file outside of the working folder and the two above it. */
#ifndef TESTS_SUPPORT_SESSION_LINE_MAKER_H
#define TESTS_SUPPORT_SESSION_LINE_MAKER_H

#include "gtp/commands/families.h"
#include "hash/random.h"

typedef struct {
    SplitMix random;
    const uint8_t *bytes; /* choices come from these; NULL: from random */
    size_t left;
} LineMaker;

static inline LineMaker line_maker_of_seed(uint64_t seed) {
    return (LineMaker){.random = {seed}};
}

static inline LineMaker line_maker_of_bytes(const uint8_t *bytes, size_t size) {
    return (LineMaker){.bytes = bytes, .left = size};
}

/* Have all bytes been used? Choices are then the first of each kind. */
static inline bool line_maker_is_at_end(const LineMaker *maker) {
    return maker->bytes != NULL && maker->left == 0;
}

/* A line with this command and this number of arguments of all kinds. */
void line_maker_make(LineMaker *maker, const GtpCommand *command, int count, Text *line);

/* The next line of a session of this engine. */
void line_maker_next(LineMaker *maker, const GtpEngine *engine, Text *line);

#endif
