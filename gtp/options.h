/* The options that playing takes on the command line, the same for GTP and for self-play, and the
 * parameters of the search, which are options too. */
#ifndef GTP_OPTIONS_H
#define GTP_OPTIONS_H

#include "engine/base/options.h"
#include "gtp/command.h"

typedef struct {
    PlayerOptions player;
    int width, height;
    double komi;
    Rules rules;
    uint64_t hash_seed;
    bool random_seed; /* player.seed was drawn, as one is for each game */
    bool strict;
    const char *model; /* of the command line, as model.h has it; NULL: not said */
    Precision precision;
    const char *gtp_name; /* see GtpEngine.name; of the command line */
} Options;

Options options_default(void);

/* These options, and the parameters of the search, for option_read to read into *options. */
OptionGroup options_group(Options *options);

/* May a parameter of the search have that value on the command line? name begins with "--"; value
 * NULL asks only whether there is such a parameter. Returns false with a message if not. */
bool options_check_parameter(const char *name, const char *value, Status *status);

/* Prints what these options mean. */
void options_print_help(void);

/* Returns a game as the options ask, NULL if out of memory. */
Game *options_new_game(const Options *options);

#endif
