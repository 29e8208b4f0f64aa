/* The engine under test, byte by byte: a check must see what an EngineClient repairs or refuses.
 *
 * Invariant: every call returns by its deadline, whatever the engine does, and after
 * connection_stop neither the engine nor a process of its group is left. Sending goes on reading,
 * so that an engine that waits for its reader does not block us.
 *
 * A Connection belongs to the thread that starts its engine (engine_process.h). */
#ifndef REGRESS_COMPLY_CONNECTION_H
#define REGRESS_COMPLY_CONNECTION_H

#include "regress/engine/engine_process.h"
#include "regress/engine/interrupt.h"

enum { CONNECTION_RECEIVED_MAX = 16 << 20 }; /* bytes that are not yet taken; more are not read */

typedef struct {
    const char *command;    /* line */
    const char *error_path; /* file for its standard error; NULL: goes to ours */
    Interrupt *interrupt;   /* NULL: none */
    EngineProcess process;
    Text received;    /* and not yet taken; without CR, as GTP 2, 3.1 has it; a NUL is 0x01 */
    bool is_finished; /* the engine has closed its output */
} Connection;

/* Starts the engine, which must not be running. */
bool connection_start(Connection *connection, Status *status);
bool connection_is_open(const Connection *connection);

/* Sends the bytes. Returns false if the engine did not take them in this time, closed its input, or
 * sent CONNECTION_RECEIVED_MAX meanwhile. */
bool connection_send(Connection *connection, const char *bytes, size_t count, double seconds);
void connection_close_input(Connection *connection);

/* Waits for further bytes. Returns false if none came in this time, or
 * CONNECTION_RECEIVED_MAX are there. */
bool connection_receive(Connection *connection, double seconds);

/* Drops the first bytes received. */
void connection_take(Connection *connection, size_t count);

/* Waits until the engine has ended by itself, at most `seconds`, and stops it otherwise. Returns
 * whether it ended with exit status 0; if not, status says how it ended. */
bool connection_finish(Connection *connection, double seconds, Status *status);

/* Ends the engine if it runs. */
void connection_stop(Connection *connection);

#endif
