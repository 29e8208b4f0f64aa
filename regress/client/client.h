/* A GTP engine as a child process: start it, ask it, end it. Match runner, regression runner,
 * demonstration and analysis speak to engines through this alone.
 *
 *     Client engine;
 *     if (client_start(&engine, "gnugo --mode gtp", NULL, &status)) {
 *         ClientAnswer move = client_ask(&engine, "genmove black", 10.0, &status);
 *         ...
 *         client_stop(&engine, 1.0, &status);
 *     }
 *
 * Invariant: whatever an engine does, every call returns by its deadline, and after client_stop
 * neither it nor a process of its group is left. Should this process be killed, Linux kills the
 * engine, elsewhere it meets the end of its input.
 *
 * A client belongs to one thread at a time; different clients may be used at once. On Linux the
 * engine is killed when the thread that started it ends, so that thread must outlive it. */
#ifndef REGRESS_CLIENT_CLIENT_H
#define REGRESS_CLIENT_CLIENT_H

#include "engine/base/status.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { CLIENT_ANSWER_MAX = 1 << 20 }; /* bytes of an answer */

typedef enum {
    CLIENT_OK,      /* "=" */
    CLIENT_REFUSED, /* "?": the engine goes on as before */
    CLIENT_TIMEOUT, /* no whole answer by the deadline */
    CLIENT_CLOSED,  /* the engine ended or closed a pipe */
    CLIENT_GARBAGE, /* no GTP, another command's id, or too long */
} ClientOutcome;

typedef struct {
    ClientOutcome outcome;
    const char *text; /* without "=ID " and the last newline; "" where there is no whole answer.
                         The client's own, until it is asked again or stopped. */
    double seconds;   /* from sending to the end of the answer */
} ClientAnswer;

typedef struct {
    pid_t process;         /* leads a process group of its own; 0 where none runs */
    int input, output;     /* our ends of the engine's standard input and output; -1: closed */
    uint32_t last_id;      /* of the command sent last */
    ClientOutcome failure; /* the outcome after which answers and commands are out of step */
    char *bytes;           /* what came: the answer handed out last, then what is to be read */
    size_t length, capacity;
    size_t handed_out; /* bytes of that answer, or of the stream's last line without its newline */
    bool is_streaming; /* a response is handed out line by line */
    char streamed[64]; /* the command that it answers, cut, for messages */
} Client;

/* Splits a command line like a shell would: at white space, with '...', "..." and backslashes, but
 * without expansions, operators or continued lines. One block of memory, NULL at the end of the
 * list, to be freed by free(). NULL where it is empty, a quote is open or a backslash comes last.
 */
char **client_split(const char *command, Status *status);

/* Starts the program that the command line names, looked for along PATH where it has no slash. Its
 * standard error is appended to the file, or is ours where error_path is NULL. On success the
 * caller must stop it; on failure there is nothing to stop. */
bool client_start(Client *client, const char *command, const char *error_path, Status *status);

/* The same, with the folder (NULL: ours) for the engine's working directory. A program that is
 * named by a relative path is still looked for from our own. */
bool client_start_in(Client *client, const char *folder, const char *command,
                     const char *error_path, Status *status);

/* Writes the command line of this program's own engine, to be freed by free(); program is argv[0].
 */
char *client_own_command(const char *program, const char *options);

/* Sends a command (one line, without id and newline) and waits for the answer. Status tells what
 * happened unless the outcome is CLIENT_OK. After an outcome that is neither CLIENT_OK nor
 * CLIENT_REFUSED the client is good for client_stop only: further commands have that outcome too
 * and are not sent. */
ClientAnswer client_ask(Client *client, const char *command, double seconds, Status *status);

/* For a command whose response comes line by line until another line is sent, such as an analysis:
 *
 *     client_open_stream    as client_ask, but returns as soon as the first line is there
 *     client_read_line      the next line; text NULL: the response has ended by itself.
 *                           After CLIENT_TIMEOUT the stream is as good as before
 *     client_close_stream   sends an empty line and drops what comes up to the response's end
 *
 * A stream that was opened with CLIENT_OK is read or closed until it ends or fails before the
 * engine is asked anything else. */
ClientAnswer client_open_stream(Client *client, const char *command, double seconds,
                                Status *status);
ClientAnswer client_read_line(Client *client, double seconds, Status *status);
ClientAnswer client_close_stream(Client *client, double seconds, Status *status);

/* Ends the engine: "quit" and the end of its input; if it still runs after that many seconds
 * SIGTERM to its group; after as many again SIGKILL. Returns whether it ended by itself and
 * with exit status 0; status tells how it ended otherwise. Does nothing where none runs. */
bool client_stop(Client *client, double seconds, Status *status);

#endif
