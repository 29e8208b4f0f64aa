/* A GTP engine as a child process: its command line, its answers, the commands that every run
 * sends. It can be started again after it has failed.
 *
 *     EngineClient client = {.command = "gnugo --mode gtp", .timeout = 10};
 *     bool ok = engine_client_start(&client, &status) &&
 *               engine_client_new_game(&client, 9, 9, 7.5, &status) &&
 *               engine_client_tell(&client, &status, "play %s %s", "black", "E5");
 *     engine_client_stop(&client, &status);
 *
 * Invariant: whatever an engine does, every call returns by its deadline, which is later by the
 * time for which this process was stopped. An engine that does not answer as the protocol requires
 * is stopped at once, so an engine that runs is one to go on with. While it runs it is known to the
 * Interrupt. If this process is killed, Linux kills the engine; elsewhere the engine sees the end
 * of its input.
 *
 * An EngineClient belongs to the thread that starts its engine, which must outlive it. */
#ifndef REGRESS_ENGINE_ENGINE_CLIENT_H
#define REGRESS_ENGINE_ENGINE_CLIENT_H

#include "engine/base/text.h"
#include "engine/cluster/pool/interrupt.h"
#include "engine/go/board/geometry.h"

enum {
    ENGINE_CLIENT_ATTEMPTS = 3, /* to start an engine */
    ENGINE_ANSWER_MAX = 1 << 20 /* bytes of an answer, at most */
};

typedef enum {
    ENGINE_OK,      /* "=" */
    ENGINE_REFUSED, /* "?": the engine goes on as before */
    ENGINE_TIMEOUT, /* no whole answer by the deadline */
    ENGINE_CLOSED,  /* the engine ended or closed a pipe */
    ENGINE_GARBAGE, /* not GTP, with another command's id, or too long */
} EngineOutcome;

typedef struct {
    EngineOutcome outcome;
    const char *text; /* without "=ID " and the last newline; "" if there is no whole answer. Valid
                         until the next question or the engine's end */
    double seconds;   /* from sending the command to the end of the answer, without the time for
                         which this process was stopped */
} EngineAnswer;

typedef struct {
    const char *command;          /* line */
    const char *folder;           /* working directory; NULL: ours */
    const char *const *variables; /* "NAME=VALUE": added to our environment */
    int variable_count;
    const char *error_path; /* file to which its standard error is appended; NULL: goes to ours */
    double timeout;         /* seconds for any answer */
    Interrupt *interrupt;   /* NULL: none */
    int slot;               /* of this engine in the interrupt */
    bool is_raw;            /* used byte by byte */

    char name[256], version[256]; /* once introduced: its answers, cut; "" if it refused */
    char asked[128];              /* the last command, cut */
    EngineAnswer answer;          /* to it */

    ChildProcess *child;   /* NULL: none runs */
    EngineOutcome failure; /* after which it has little time to end */
    uint32_t last_id;      /* of the last command sent */
    Text received;         /* and not read yet, but for the first bytes: */
    size_t taken;
    Text text; /* of the answer */
} EngineClient;

/* ---- Start and end ---- */

bool engine_client_is_running(const EngineClient *client);

/* Starts the engine, which must not be running. Its program is looked up in PATH unless its name
 * has a slash; a relative path starts from our working directory. */
bool engine_client_start(EngineClient *client, Status *status);

/* Makes sure that an engine runs: the present one, or else a new one for which `prepare` succeeds.
 * Fails after ENGINE_CLIENT_ATTEMPTS, or once the run is interrupted. */
bool engine_client_revive(EngineClient *client, bool (*prepare)(void *context, Status *status),
                          void *context, Status *status);

/* Stops the engine if it runs: sends "quit" and closes its input; a while later sends SIGTERM to
 * its group; after as long again, SIGKILL. Returns whether it ended by itself with exit status 0;
 * otherwise status says how it ended. status NULL: that does not matter. */
bool engine_client_stop(EngineClient *client, Status *status);

/* ---- Asking ---- */

/* Sends a command (one line, without id and newline) and waits for the answer. Status says what
 * happened unless the outcome is ENGINE_OK. Unless it is ENGINE_REFUSED either, the engine is
 * stopped, and if it had closed a pipe, status also has how it ended. Returns ENGINE_CLOSED if no
 * engine runs. */
EngineAnswer engine_client_ask(EngineClient *client, const char *command, Status *status);
EngineAnswer engine_client_ask_within(EngineClient *client, const char *command, double seconds,
                                      Status *status);

/* For a command whose response comes line by line until another line is sent, such as an analysis.
 * open_stream is as engine_client_ask, but returns when the first line has come. read_line returns
 * the next one; text NULL: the response has ended by itself. After ENGINE_TIMEOUT the engine runs
 * on and the stream can still be read. close_stream sends an empty line and drops the rest. */
EngineAnswer engine_client_open_stream(EngineClient *client, const char *command, Status *status);
EngineAnswer engine_client_read_line(EngineClient *client, double seconds, Status *status);
EngineAnswer engine_client_close_stream(EngineClient *client, Status *status);

/* For what tests the protocol itself: sends bytes, and receives what has come since the last call,
 * at least one byte. With is_raw nothing but CR is left out, and a NUL is 0x01. An engine that
 * fails is not stopped; failure says what happened. */
bool engine_client_send_bytes(EngineClient *client, const char *bytes, size_t count,
                              Status *status);
bool engine_client_receive_bytes(EngineClient *client, Text *text, double seconds, Status *status);

/* ---- Commands ---- */

/* Sends a command of at most 127 characters that the engine must obey. */
bool engine_client_tell(EngineClient *client, Status *status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Copies the first line of the answer, cut to fit; "" if the engine refuses. Fails if the engine
 * does. */
bool engine_client_ask_line(EngineClient *client, const char *command, char *text, size_t size,
                            Status *status);

/* Asks for name and version. Fails if the engine does. */
bool engine_client_introduce(EngineClient *client, Status *status);

/* Asks known_command. Fails if the engine does. */
bool engine_client_knows(EngineClient *client, const char *command, bool *is_known, Status *status);

/* Sends size, clear_board and komi. */
bool engine_client_new_game(EngineClient *client, int width, int height, double komi,
                            Status *status);

/* Sends the stones, a Color for each cell, by "play": whatever their order, none captures. If there
 * are only `handicap` black ones, as a handicap, which affects the score under some rules; 0:
 * never.
 */
bool engine_client_place(EngineClient *client, const Geometry *geometry, const ColorCell *cells,
                         int handicap, Status *status);

bool engine_client_play(EngineClient *client, Color color, Point point, int height, Status *status);

#endif
