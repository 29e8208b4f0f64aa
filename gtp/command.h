/* The command table: one row a command, one file a family. */
#ifndef GTP_COMMAND_H
#define GTP_COMMAND_H

#include <stdio.h>

#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/board/game.h"
#include "engine/search/player.h"
#include "gtp/input.h"
#include "gtp/remark.h"

/* What GoGui draws while the engine thinks. */
typedef enum { LIVE_OFF, LIVE_VARIATION, LIVE_VISITS } LiveGraphics;

/* Everything that commands read and change. */
typedef struct {
    Game *game;
    Player player;
    PlayerOptions options;
    GameClock clock;
    bool strict;      /* refuse moves that only superko forbids */
    bool quit;        /* set by quit: the loop ends after the answer */
    const char *name; /* that the command name answers; NULL: the program's own */

    /* The position after the engine's last move, which it may ponder on. */
    int own_move_count; /* moves of the game then; -1: none */
    uint64_t own_move_hash;

    Remarks remarks;  /* on the engine's moves of this game */
    bool varies_seed; /* each game has another: the seed of the first was drawn at random */
    LiveGraphics live;
    bool quiet; /* no line on standard error about each search for a move */

    int reading_depths; /* increase_depths less decrease_depths */

    GtpInput *input; /* of the session: what comes behind the running command; NULL: nothing */
    FILE *output;    /* where what cannot wait for the response's end goes; NULL: into it */

    /* The last tried_count moves of the game were tried, as long as it still has tried_end moves
     * and stands in the position of that hash. */
    int tried_count, tried_end;
    uint64_t tried_hash;
} GtpEngine;

enum { GTP_ARGUMENTS_MAX = GTP_LINE_MAX / 2 }; /* as many as a line has room for */

typedef struct {
    GtpEngine *engine;
    int count; /* of arguments, the command's name not included */
    char **arguments;
    Text *answer; /* the body of the response, or of the error */

    const char *id; /* "" where there is none */
    Text *response; /* the whole; for gtp_stream */
    bool is_streaming;
} GtpCall;

/* Writes the answer and returns true, or the error and returns false; on an error the engine's
 * state is as it was. */
typedef bool (*GtpHandler)(GtpCall *call);

typedef struct {
    const char *name;
    const char *arguments; /* as shown to people */
    int least, most;       /* how many arguments */
    GtpHandler handler;
    const char *help; /* one line; NULL: accepted, but neither listed nor known */
} GtpCommand;

/* The families; each list ends with a NULL name. */
extern const GtpCommand GTP_ADMIN_COMMANDS[];
extern const GtpCommand GTP_SETUP_COMMANDS[];
extern const GtpCommand GTP_PLAY_COMMANDS[];
extern const GtpCommand GTP_BOARD_COMMANDS[];
extern const GtpCommand GTP_SCORE_COMMANDS[];
extern const GtpCommand GTP_READING_COMMANDS[];
extern const GtpCommand GTP_PARAM_COMMANDS[];
extern const GtpCommand GTP_ANALYZE_COMMANDS[];
extern const GtpCommand GTP_GOGUI_COMMANDS[];
extern const GtpCommand GTP_SHOW_COMMANDS[];
extern const GtpCommand GTP_KATA_COMMANDS[];
extern const GtpCommand GTP_RULES_COMMANDS[];
extern const GtpCommand GTP_TIME_COMMANDS[];
extern const GtpCommand GTP_SERVER_COMMANDS[];
extern const GtpCommand GTP_GOMILL_COMMANDS[];

/* All families, NULL at the end. */
extern const GtpCommand *const GTP_FAMILIES[];

const GtpCommand *gtp_find_command(const char *name);

/* The same among those that are listed. */
const GtpCommand *gtp_find_listed(const char *name);

/* Runs one line that gtp_read_line has cleaned. Returns false, and writes nothing, for a blank one;
 * otherwise writes the whole response, its empty line included. */
bool gtp_run_line(GtpEngine *engine, char *line, Text *response);

/* ---- For handlers ---- */

/* Writes an error, one line, and returns false. */
bool gtp_fail(GtpCall *call, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Argument number i, or "syntax error: expected ..." and false. */
bool gtp_get_color(GtpCall *call, int i, Color *color);
bool gtp_get_point(GtpCall *call, int i, Point *p); /* on the board, or pass */
bool gtp_get_integer(GtpCall *call, int i, const char *what, long least, long most, long *value);
bool gtp_get_real(GtpCall *call, int i, const char *what, double *value); /* finite */

/* All arguments as pairs of COLOR VERTEX: that they are pairs; the stones that they put on an empty
 * board, by cell. */
bool gtp_expect_pairs(GtpCall *call);
bool gtp_get_stones(GtpCall *call, ColorCell *cells);

/* All arguments with blanks between them, as text or as a JSON object that the caller frees:
 * "syntax error: expected ..." and false where they are none. */
void gtp_join_arguments(const GtpCall *call, Text *text);
bool gtp_get_json(GtpCall *call, json_t **object);

/* Sends a part of the response at once: the first time behind "=ID" on a line of its own. Lines
 * alone; what the answer holds when the handler returns comes behind them. */
void gtp_stream(GtpCall *call, const char *lines);

/* Adds "C4" or the like, after a blank if the answer is not empty or at the start of a line. */
void gtp_add_point(GtpCall *call, Point p);

#endif
