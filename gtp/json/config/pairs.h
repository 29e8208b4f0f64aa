/* Pairs of a key and a value, as KataGo's config files and -override-config have them. A Pairs
 * belongs to one thread. The program ends with a message if memory runs out (memory.h). */
#ifndef GTP_JSON_CONFIG_PAIRS_H
#define GTP_JSON_CONFIG_PAIRS_H

#include "engine/base/options.h"

typedef struct {
    char *key, *value;
} Pair;

typedef struct {
    Pair *items; /* the last one of each key, in the order in which they came */
    int count;
} Pairs;

/* Adds those of a text "key=value, key=value". */
bool pairs_read_text(Pairs *pairs, const char *text, Status *status);

/* Adds the pairs of the files of a command line, then of its overrides. A line of a file is
 * `key = value`, a comment after '#', or `@include FILE`, a file beside it. Quotation marks around
 * a value keep blanks and '#'. Returns false with a message if a file cannot be read, is not a text
 * of at most 256 KiB, or has another line. */
bool pairs_read(Pairs *pairs, const OptionList *files, const OptionList *overrides, Status *status);

void pairs_free(Pairs *pairs);

#endif
