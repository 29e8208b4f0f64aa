/* The options that playing takes on the command line, the same for GTP and for self-play. */
#ifndef GTP_OPTIONS_H
#define GTP_OPTIONS_H

#include "gtp/command.h"

typedef struct {
    PlayerOptions player;
    int width, height;
    double komi;
    Rules rules;
    uint64_t hash_seed;
    bool random_seed; /* player.seed was drawn, as one is for each game */
    bool strict;
    const char *gtp_name; /* see GtpEngine.name; of the command line */
} Options;

Options options_default(void);

/* Reads the option argv[*index] if it is one of these, with its value, and moves *index past both.
 * Returns false with a message where it is not, or its value is no good. */
bool options_read(Options *options, int argc, char **argv, int *index, Status *status);

/* What these options mean, for help texts: a line each. */
extern const char OPTIONS_HELP[];

/* A game as the options ask, NULL where memory runs out. */
Game *options_new_game(const Options *options);

#endif
