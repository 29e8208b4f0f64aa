/* The state that GTP commands read and change. What only a few families use is in a struct of its
 * own, which names their files.
 *
 * All of it belongs to the thread that runs commands, except `input`, whose own threads read the
 * client's lines meanwhile. */
#ifndef GTP_SESSION_ENGINE_H
#define GTP_SESSION_ENGINE_H

#include "engine/go/sgf/record.h"
#include "engine/player/player.h"
#include "gtp/engine_options.h"
#include "gtp/session/input.h"
#include "gtp/session/saved_position.h"

/* ---- The rows of the table of commands. They stand in gtp/commands/, one family a file; the
 * caller that starts a session hands the families in, so that this folder need not know them ----
 */

typedef struct GtpCall GtpCall;

/* Writes the answer and returns true, or writes the error and returns false. On an error the
 * engine's state is as it was before the call. */
typedef bool (*GtpHandler)(GtpCall *call);

/* What the first argument is. Only a first argument may be a file. */
typedef enum {
    GTP_WORDS,          /* the handler reads it */
    GTP_COLOR,          /* a color, read before the handler runs */
    GTP_OPTIONAL_COLOR, /* the same; it may be left out */
    GTP_FILE,           /* a file to read or write, in quotes if need be; refused by --no-files */
} GtpFirst;

typedef struct {
    const char *name;
    const char *arguments; /* as shown to people */
    GtpFirst first;
    int least, most; /* number of arguments */
    GtpHandler handler;
    const char *help; /* one line */
} GtpCommand;

/* Commands that belong together. */
typedef struct {
    const char *title;          /* as shown to people; NULL: more of the family before */
    const GtpCommand *commands; /* a NULL name ends them; NULL: this row ends the families */
} GtpFamily;

/* Returns the command of that name, or NULL. */
const GtpCommand *command_find(const GtpFamily *families, const char *name);

/* ---- The engine ---- */

/* How moves are played, and what is remembered of the engine's own (play.c, genmove.c). */
typedef struct {
    bool strict;            /* refuse moves that only superko forbids */
    bool keeps_rules;       /* loading a record leaves the rules alone */
    bool has_seed;          /* the client chose it; otherwise ranks have strength_seed as well */
    uint64_t strength_seed; /* sampled for each game, so that games differ */
    bool varies_seed;       /* each game has its own seed; the first was sampled */
    SavedPosition resigned; /* where the game ended by resignation, if it stands there, */
    Color resigner;         /* of this color */
    SavedPosition own_move; /* the position after the engine's last move, to ponder on */
} EnginePlay;

/* Reading and trying moves (reading.c). */
typedef struct {
    int depths;      /* increase_depths minus decrease_depths */
    int tried_count; /* the last moves of the game were tried, while tried holds */
    SavedPosition tried;
} EngineReading;

/* What goes to standard error (gtp/commands/dihedra.c, gtp/gogui/show_search.c). */
typedef struct {
    bool live;           /* GoGui draws the visits while the engine thinks */
    bool search_summary; /* a line about each search for a move */
} EngineDisplay;

typedef struct {
    const GtpFamily *families;
    const char *name; /* what `name` answers; NULL: the program's own name */
    bool quit;        /* the session ends after this answer */
    bool no_files;    /* commands neither read nor write files */
    Game *game;
    Player player;
    PlayerOptions options;
    GameClock clock;

    GtpInput *input; /* the session's lines; NULL: only the one that runs, and no output */
    int output;      /* descriptor that responses go to */

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

/* Notes that color resigns. */
void engine_resign(GtpEngine *engine, Color color);

/* The result as RE has it, such as "B+R" or "W+2", written into text, or NULL while the game goes
 * on. */
const char *engine_result(GtpEngine *engine, char text[RECORD_RESULT_MAX]);

/* Frees the game, the player and its book. */
void engine_free(GtpEngine *engine);

#endif
