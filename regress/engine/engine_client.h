/* A GTP engine of a run: its command line, its process, and the commands that every run sends. It
 * can be started again after it has failed.
 *
 *     EngineClient client = {.command = "gnugo --mode gtp", .timeout = 10};
 *     bool ok = engine_client_start(&client, &status) &&
 *               engine_client_new_game(&client, 9, 9, 7.5, &status) &&
 *               engine_client_tell(&client, &status, "play %s %s", "black", "E5");
 *     engine_client_stop(&client, &status);
 *
 * Invariant: an engine that does not answer as GTP requires is stopped at once, so an engine that
 * runs is one to go on with. While it runs it is known to the Interrupt.
 *
 * An EngineClient belongs to the thread that starts its engine (engine_process.h). */
#ifndef REGRESS_ENGINE_ENGINE_CLIENT_H
#define REGRESS_ENGINE_ENGINE_CLIENT_H

#include "engine/go/board/geometry.h"
#include "regress/engine/engine_process.h"
#include "regress/engine/interrupt.h"

enum { ENGINE_CLIENT_ATTEMPTS = 3 }; /* to start an engine */

typedef struct {
    const char *command;    /* line */
    const char *folder;     /* working directory; NULL: ours */
    const char *error_path; /* file for its standard error; NULL: goes to ours */
    double timeout;         /* seconds for any answer */
    Interrupt *interrupt;   /* NULL: none */
    int slot;               /* of this engine in the interrupt */

    char name[256], version[256]; /* once introduced: its answers, cut; "" if it refused */
    EngineProcess process;        /* starts as zeros */
    char asked[128];              /* the last command, cut */
    EngineAnswer answer;          /* to it */
} EngineClient;

bool engine_client_is_running(const EngineClient *client);

/* Starts the engine, which must not be running. */
bool engine_client_start(EngineClient *client, Status *status);

/* Makes sure that an engine runs: the present one, or else a new one for which `prepare` succeeds.
 * Fails after ENGINE_CLIENT_ATTEMPTS, or once the run is interrupted. */
bool engine_client_revive(EngineClient *client, bool (*prepare)(void *context, Status *status),
                          void *context, Status *status);

/* Stops the engine if it runs. Returns what engine_process_stop returns. status NULL: how it ended
 * does not matter. */
bool engine_client_stop(EngineClient *client, Status *status);

/* As engine_process_ask. If the engine fails it is stopped, and if it had closed a pipe, status
 * also has how it ended. Returns ENGINE_CLOSED if no engine runs. */
EngineAnswer engine_client_ask(EngineClient *client, const char *command, Status *status);
EngineAnswer engine_client_ask_within(EngineClient *client, const char *command, double seconds,
                                      Status *status);

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

/* Sends the stones, a Color for each cell, by "play": whatever their order, none captures. */
bool engine_client_place(EngineClient *client, const Geometry *geometry, const ColorCell *cells,
                         Status *status);

bool engine_client_play(EngineClient *client, Color color, Point point, int height, Status *status);

#endif
