/* An engine that works through a suite, and that is brought back to where it was when it dies.
 *
 * Invariant: the history holds the commands that lead from a fresh engine to the one at hand, and
 * no others: what set it up, and of what came since the last reset of the position whatever made
 * the position. A session's engine is known to the Interrupt while it runs.
 *
 * A Session belongs to the thread that opened it (client.h). */
#ifndef REGRESS_SUITE_SESSION_H
#define REGRESS_SUITE_SESSION_H

#include "regress/client/client.h"
#include "regress/client/interrupt.h"
#include "regress/suite/report.h"
#include "regress/suite/suite.h"

/* How to run an engine, and what is known of it. */
typedef struct {
    const char *command;    /* line */
    const char *error_path; /* takes its standard error; NULL: ours does */
    double timeout;         /* seconds for any answer */
    bool knows_cputime;
    bool knows_stones; /* query_boardsize and list_stones */
} EngineSetup;

typedef struct {
    const EngineSetup *setup;
    Interrupt *interrupt;
    int slot; /* of the interrupt */
    char *folder;
    Client client;
    char **history;
    size_t history_count;
    char *lost;       /* why no engine can be had any more, or NULL */
    double cpu_ended; /* seconds used by engines of this session that have ended */
    double cpu_now;   /* and by the one that runs, when it was asked last */
} Session;

/* Nothing is started before the first command. suite_path: its folder is the engine's. */
void session_open(Session *session, const EngineSetup *setup, Interrupt *interrupt, int slot,
                  const char *suite_path);

/* Sees to it that an engine runs and has heard the history. Fails for good when three engines in a
 * row could not be started or died on the way. */
bool session_revive(Session *session, Status *status);

/* As client_ask; an engine that is out of step is stopped, and status says how it ended. */
ClientAnswer session_ask(Session *session, const char *command, Status *status);

/* Does the engine's known_command say "true" (or "false", as asked) of the command, a whole line?
 */
bool session_says_known(Session *session, const char *command, const char *said);

/* Adds a command that the engine has accepted with this answer to the history. A genmove is kept as
 * the move that it gave, free handicap as the stones. */
void session_remember(Session *session, const SuiteStep *step, const char *answer);

/* The history, a line each; to be freed by free(). */
char *session_history(const Session *session);

/* Seconds of processor time as the engine tells them; NAN where it runs no more, or cannot tell. */
double session_cpu_seconds(Session *session);

/* The position as the engine tells it; of no size where it cannot. */
TestPosition session_position(Session *session);

/* The position of the other session as this one's engine tells it, once it has heard what led
 * there; of no size where it does not follow. */
TestPosition session_retell(Session *session, const Session *other);

/* Stops the engine. The whole session's processor time, NAN where the engine cannot tell. */
double session_close(Session *session);

#endif
