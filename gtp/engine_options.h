/* The options of the engine on the command line, the same for GTP and for self-play: those of a
 * table, with help, and every parameter of the search as --NAME VALUE. */
#ifndef GTP_ENGINE_OPTIONS_H
#define GTP_ENGINE_OPTIONS_H

#include "engine/base/options.h"
#include "engine/eval/network.h"
#include "engine/player/parameter.h"
#include "engine/player/player.h"

/* Texts are the command line's own. */
typedef struct {
    PlayerOptions player;
    int width, height;
    double komi;
    Rules rules;
    uint64_t hash_seed;
    bool random_hash_seed;   /* it was sampled */
    bool has_seed;           /* player.seed was given */
    bool random_seed;        /* player.seed was sampled, and each game samples another */
    bool strict;             /* refuse moves that only superko forbids */
    bool keep_rules;         /* loadsgf leaves the rules alone */
    bool counts_first_moves; /* see Game */
    const char *model;       /* see models_start; NULL: not given */
    const char *human_model;
    Precision precision;
    bool no_cache;        /* keep nothing about networks in the user's cache folder */
    const char *book;     /* a file; NULL: none */
    const char *gtp_name; /* what `name` answers; NULL: not given */
    /* of a GTP session */
    bool no_files; /* commands neither read nor write files */
    bool sandbox;  /* os_sandbox_enter once all is loaded; commands have no files either */
} EngineOptions;

EngineOptions engine_options_default(void);

/* Returns the group of these options, for option_read to read into *options. */
OptionGroup engine_options_group(EngineOptions *options);

/* Checks that the command line takes a parameter of the search with that value. name begins with
 * "--"; if value is NULL, only the name is checked. Returns false with a message if not. */
bool engine_options_check_parameter(const char *name, const char *value, Status *status);

extern const Option ENGINE_OPTIONS[], SESSION_OPTIONS[];

/* Returns a game of the size, komi and rules that the options say, or NULL if out of memory. */
Game *engine_options_new_game(const EngineOptions *options);

/* ---- The networks to play with: from the options, the environment or the folders for networks
 * (models.c) ---- */

/* Networks that are loaded; NULL: none. */
typedef struct {
    NetworkLoad *main;  /* to search with */
    NetworkLoad *human; /* whose policy choices may follow */
} Models;

/* Begins to load the networks that the options name. The network to search with is by default that
 * of the environment variable DIHEDRA_MODEL, then default.bin.gz in a folder for networks, then the
 * one inside, if this build has one. The name "none" means no network, and "inside" the one inside.
 *
 * A name without a slash is a file in the current folder, or else in a folder for networks: dihedra
 * below $XDG_DATA_HOME (or ~/.local/share), /usr/local/share and /usr/share.
 *
 * Returns false with a message, and no models, if a named file cannot be read or this build has no
 * network inside and one was asked for. The caller frees the models. */
bool models_start(const EngineOptions *options, Models *models, Status *status);

/* Is one of them still loading? */
bool models_are_under_way(const Models *models);

/* Waits until they are loaded. Returns false with a message if one of them has failed to. */
bool models_wait(const Models *models, Status *status);

/* Waits until they are loaded, and frees them. */
void models_free(Models *models);

#endif
