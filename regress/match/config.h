/* A config file of a match: a JSON object whose members stand for options, {"games": 100, "sprt":
 * [0, 30], "alternate": true}, and "each" and "engines" for those of engines, {"command": "gnugo
 * --mode gtp", "name": "GNU", "env": {"A": "1"}, "gtp": ["level 5"]}. */
#ifndef REGRESS_MATCH_CONFIG_H
#define REGRESS_MATCH_CONFIG_H

#include "engine/base/status.h"

/* A command line. Its words are one block each, or belong to the argv it was made from. */
typedef struct {
    char **items; /* [count], then NULL */
    int count;
    int given; /* of them from argv; the others are freed by match_words_free */
} MatchWords;

/* Appends what the file of --config says, if there is one, to the words of argv; an option that
 * argv has itself is left out. The command line reader then finds what is unknown. */
bool match_words_expand(int argc, char **argv, MatchWords *words, Status *status);
void match_words_free(MatchWords *words);

#endif
