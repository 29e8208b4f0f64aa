/* A command in progress: from the line that names it to the response. Handlers read their arguments
 * and write their answers through it.
 *
 * Invariant: a line that is not blank gets exactly one response, in the form that GTP requires
 * whatever the handler wrote. Only the thread that runs commands makes calls. */
#ifndef GTP_SESSION_CALL_H
#define GTP_SESSION_CALL_H

#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/player/parameter.h"
#include "gtp/session/engine.h"

enum { GTP_ARGUMENTS_MAX = GTP_LINE_MAX / 2 }; /* the most that fit into a line */

struct GtpCall {
    GtpEngine *engine;
    int count; /* of arguments, without the command's name */
    char **arguments;
    Color color;  /* that the arguments begin with (command.h); otherwise the side to move */
    int next;     /* the first argument after it */
    Text *answer; /* the body of the response, or of the error */

    const char *id; /* "" if the line has none */
    Text *response; /* the whole response, for call_stream */
    bool is_streaming;
};

/* Runs one line, cleaned by line_reader_next and cut up here. Returns false and writes nothing if
 * it is blank; otherwise writes the whole response with the empty line that ends it. */
bool call_run_line(GtpEngine *engine, char *line, Text *response);

/* Writes a response, however long that takes. Returns false if it has no reader. */
bool call_write_response(const GtpEngine *engine, const Text *response);

/* ---- For handlers ---- */

/* Does list_commands have the command? Clients take what it lists for supported, so a command that
 * --no-files always refuses is left out. */
bool call_is_listed(const GtpCall *call, const GtpCommand *command);

/* Writes an error of one line and returns false. */
bool call_fail(GtpCall *call, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reads argument i. Returns false with the error "syntax error: expected ..." if it is something
 * else. */
bool call_get_color(GtpCall *call, int i, Color *color);
bool call_get_point(GtpCall *call, int i, Point *p); /* on the board, or pass */
bool call_get_integer(GtpCall *call, int i, const char *what, long least, long most, long *value);
bool call_get_real(GtpCall *call, int i, const char *what, double *value); /* finite */
bool call_get_komi(GtpCall *call, int i); /* for the game of the engine */

/* For GNU Go's commands, with its errors: reads a point of the board; checks that it has a stone.
 */
bool call_get_vertex(GtpCall *call, int i, Point *p);
bool call_expect_stone(GtpCall *call, Point p);

/* Checks that all arguments are pairs of COLOR VERTEX. */
bool call_expect_pairs(GtpCall *call);

/* Sets up the stones of such pairs on an empty board. */
bool call_set_up(GtpCall *call, Color to_move);

/* Has the game no moves and no stones? */
bool call_board_is_empty(const GtpCall *call);

/* Joins all arguments by blanks. */
void call_join_arguments(const GtpCall *call, Text *text);

/* Reads all arguments as a JSON object, which the caller frees. */
bool call_get_json(GtpCall *call, json_t **object);

/* Sets a parameter of the search in options, which may be a copy of the engine's. */
bool call_set_parameter(GtpCall *call, const Parameter *parameter, const char *text,
                        PlayerOptions *options);

/* Sends whole lines of the response at once, the first time after a line "=ID". The answer follows
 * when the handler returns. */
void call_stream(GtpCall *call, const char *lines);

/* Adds "C4" or the like to the answer, after a blank unless a line begins here. */
void call_add_point(GtpCall *call, Point p);

#endif
