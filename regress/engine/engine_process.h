/* A GTP engine as a child process: start it, ask it, end it.
 *
 *     EngineProcess engine;
 *     if (engine_process_start(&engine, NULL, "gnugo --mode gtp", NULL, &status)) {
 *         EngineAnswer move = engine_process_ask(&engine, "genmove black", 10.0, &status);
 *         ...
 *         engine_process_stop(&engine, 1.0, &status);
 *     }
 *
 * Invariant: whatever an engine does, every call returns by its deadline, which is later by the
 * time for which this process was stopped, and after engine_process_stop neither the engine nor a
 * process of its group is left. If this process is killed, Linux kills the engine; elsewhere the
 * engine sees the end of its input.
 *
 * An EngineProcess belongs to one thread at a time; several may be used at once. On Linux the
 * engine is killed when the thread that started it ends, so that thread must outlive it. */
#ifndef REGRESS_ENGINE_ENGINE_PROCESS_H
#define REGRESS_ENGINE_ENGINE_PROCESS_H

#include "engine/base/os/process.h"
#include "engine/base/status.h"
#include "engine/base/text.h"

#include <stddef.h>
#include <stdint.h>

enum { ENGINE_ANSWER_MAX = 1 << 20 }; /* bytes of an answer, at most */

typedef enum {
    ENGINE_OK,      /* "=" */
    ENGINE_REFUSED, /* "?": the engine goes on as before */
    ENGINE_TIMEOUT, /* no whole answer by the deadline */
    ENGINE_CLOSED,  /* the engine ended or closed a pipe */
    ENGINE_GARBAGE, /* not GTP, with another command's id, or too long */
} EngineOutcome;

typedef struct {
    EngineOutcome outcome;
    const char *text; /* without "=ID " and the last newline; "" if there is no whole answer.
                         Owned by the EngineProcess; valid until the next question or
                         engine_process_stop. */
    double seconds;   /* from sending the command to the end of the answer, without the time for
                         which this process was stopped */
} EngineAnswer;

typedef struct {
    ChildProcess *child;   /* NULL: none runs */
    uint32_t last_id;      /* of the last command sent */
    EngineOutcome failure; /* the outcome after which answers and commands are out of step */
    char *bytes;           /* received: the answer handed out last, then what is not read yet */
    size_t length, capacity;
    size_t handed_out; /* bytes of that answer, or of the stream's last line without its newline */
    bool is_streaming; /* a response is being handed out line by line */
    char streamed[64]; /* its command or the line sent last, cut, for messages */
} EngineProcess;

/* Splits a command line as a shell would: at white space, with '...', "..." and backslashes, but
 * without expansions, operators or continued lines. The list ends in NULL and is one block of
 * memory, which the caller frees with free(). Returns NULL if the command line is empty, a quote is
 * not closed, or a backslash comes last. */
char **engine_process_split(const char *command, Status *status);

/* Starts the program that the command line names; a name without a slash is looked up in PATH, and
 * a relative path starts from our working directory. Its own is `folder` (NULL: ours). Its
 * standard error is appended to the file error_path, or goes to ours if that is NULL. On success
 * the caller must call engine_process_stop; on failure there is nothing to stop. */
bool engine_process_start(EngineProcess *process, const char *folder, const char *command,
                          const char *error_path, Status *status);

/* Adds a word, in quotes if need be, so that engine_process_split reads it back as it is. */
void engine_process_quote(Text *command, const char *word);

/* Returns the command line of this program's own engine; program is argv[0]. The caller frees it
 * with free(). */
char *engine_process_own_command(const char *program, const char *options);

/* Sends a command (one line, without id and newline) and waits for the answer. Status says what
 * happened unless the outcome is ENGINE_OK. After an outcome other than ENGINE_OK and
 * ENGINE_REFUSED only engine_process_stop is of use: further commands are not sent and have that
 * outcome too. */
EngineAnswer engine_process_ask(EngineProcess *process, const char *command, double seconds,
                                Status *status);

/* For a command whose response comes line by line until another line is sent, such as an analysis:
 *
 *     open_stream    as engine_process_ask, but returns as soon as the first line has come
 *     read_line      returns the next line; text NULL: the response has ended by itself. After
 *                    ENGINE_TIMEOUT the stream can still be read
 *     close_stream   sends an empty line and drops the rest of the response
 *
 * Once engine_process_open_stream has returned ENGINE_OK, nothing else may be asked until the
 * stream has ended, failed or been closed. */
EngineAnswer engine_process_open_stream(EngineProcess *process, const char *command, double seconds,
                                        Status *status);
EngineAnswer engine_process_read_line(EngineProcess *process, double seconds, Status *status);
EngineAnswer engine_process_close_stream(EngineProcess *process, double seconds, Status *status);

/* For a protocol of lines other than GTP, such as KataGo's JSON analysis. The line received is
 * without its newline and valid until the next call; NULL: none came in time. Empty lines are
 * skipped. */
bool engine_process_send_line(EngineProcess *process, const char *line, double seconds,
                              Status *status);
const char *engine_process_receive_line(EngineProcess *process, double seconds, Status *status);

/* Ends the engine: sends "quit" and closes its input; after `seconds` sends SIGTERM to its group;
 * after as many again, SIGKILL. Returns whether the engine ended by itself with exit status 0;
 * otherwise status says how it ended. Does nothing if no engine runs. */
bool engine_process_stop(EngineProcess *process, double seconds, Status *status);

#endif
