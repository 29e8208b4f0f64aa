/* Everything that GTP commands read and change.
 *
 * Several families use what stands in GtpEngine itself. What is the concern of few stands in a
 * struct of its own, which says whose it is. All of it belongs to the thread that runs commands,
 * but for `input`, whose own threads read the client's lines meanwhile. */
#ifndef GTP_ENGINE_H
#define GTP_ENGINE_H

#include <stdio.h>

#include "engine/player/player.h"
#include "gtp/command.h"
#include "gtp/engine_options.h"
#include "gtp/input.h"
#include "gtp/models.h"
#include "gtp/move_comment.h"

/* What commands say of the program (admin.c). */
typedef struct {
    const char *name; /* what `name` answers; NULL: the program's own name */
    bool quit;        /* the session ends after this answer */
} EngineAdmin;

/* How moves are played (play.c, genmove.c), and what is remembered of the engine's own moves. */
typedef struct {
    bool strict;            /* refuse moves that only superko forbids */
    bool has_seed;          /* the client chose it; otherwise ranks have strength_seed as well */
    uint64_t strength_seed; /* drawn at random for each game: people do not repeat themselves */
    bool varies_seed;       /* each game has a seed of its own; the first was drawn at random */
    SavedPosition own_move; /* the position after the engine's last move, to ponder on */
    MoveComments move_comments; /* on the engine's moves in this game */
} EnginePlay;

/* Reading and trying moves (reading.c). */
typedef struct {
    int depths;      /* increase_depths less decrease_depths */
    int tried_count; /* the last moves of the game were tried, while tried holds */
    SavedPosition tried;
} EngineReading;

/* What GoGui draws while the engine thinks. */
typedef enum { LIVE_OFF, LIVE_VARIATION, LIVE_VISITS } LiveGraphics;

/* What goes to standard error (dihedra.c, gtp/gogui/live.c). */
typedef struct {
    LiveGraphics live;
    bool quiet; /* no line about each search for a move */
} EngineDisplay;

typedef struct {
    const GtpFamily *families; /* the commands it knows */
    Game *game;
    Player player;
    PlayerOptions options;
    GameClock clock;

    GtpInput *input; /* the session's lines; NULL: there are none but the one that runs */
    FILE *output;    /* takes what cannot wait for the end of the response; NULL: nothing does */

    EngineAdmin admin;
    EnginePlay play;
    EngineReading reading;
    EngineDisplay display;
} GtpEngine;

/* Makes an engine without input and output. The options' texts and the models, which may be NULL,
 * must outlive it. Returns false if out of memory; engine_free must be called in any case. */
bool engine_init(GtpEngine *engine, const GtpFamily *families, const EngineOptions *options,
                 const Models *models);

/* Returns the turn of color in the game's present position, by the engine's options and clock. */
Turn engine_turn(const GtpEngine *engine, Color color);

/* Frees the game and the player. */
void engine_free(GtpEngine *engine);

#endif
