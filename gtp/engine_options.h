/* The options of the engine on the command line, the same for GTP and for self-play: those of a
 * table, with help, and every parameter of the search as --NAME VALUE. */
#ifndef GTP_ENGINE_OPTIONS_H
#define GTP_ENGINE_OPTIONS_H

#include "engine/base/options.h"
#include "engine/player/player.h"

/* Texts are the command line's own. */
typedef struct {
    PlayerOptions player;
    int width, height;
    double komi;
    Rules rules;
    uint64_t hash_seed;
    bool random_hash_seed; /* it was drawn at random */
    bool has_seed;         /* player.seed was given */
    bool random_seed;      /* player.seed was drawn at random, and each game draws another */
    bool strict;           /* refuse moves that only superko forbids */
    const char *model;     /* see models.h; NULL: not given */
    const char *human_model;
    Precision precision;
    const char *gtp_name; /* what `name` answers; NULL: not given */
} EngineOptions;

EngineOptions engine_options_default(void);

/* Returns the group of these options, for option_read to read into *options. */
OptionGroup engine_options_group(EngineOptions *options);

/* Checks that the command line takes a parameter of the search with that value. name begins with
 * "--"; if value is NULL, only the name is checked. Returns false with a message if not. */
bool engine_options_check_parameter(const char *name, const char *value, Status *status);

/* Prints a help line or more for each option of the table on standard output. */
void engine_options_print_help(void);

/* Returns a game of the size, komi and rules that the options say, or NULL if out of memory. */
Game *engine_options_new_game(const EngineOptions *options);

#endif
