/* An engine that works through a suite. If it exits or hangs, a new one is led to the same
 * position.
 *
 * Invariant: the history holds exactly the commands that bring a fresh engine to the state of the
 * present one: its settings, and what made the position since it was last reset.
 *
 * A SuiteSession belongs to the thread that opened it (engine_process.h). */
#ifndef REGRESS_SUITE_SUITE_SESSION_H
#define REGRESS_SUITE_SUITE_SESSION_H

#include "regress/engine/engine_client.h"
#include "regress/suite/report/report.h"
#include "regress/suite/suite.h"

/* How to run an engine, and what is known about it. */
typedef struct {
    const char *command;    /* line */
    const char *error_path; /* file for its standard error; NULL: goes to ours */
    double timeout;         /* seconds for any answer */
    bool knows_cputime;
    bool knows_stones; /* query_boardsize and list_stones */
} EngineSetup;

typedef struct {
    const EngineSetup *setup;
    EngineClient client;
    char *folder;
    char **history;
    size_t history_count;
    char *lost;       /* why no engine is available any more; NULL: one is */
    double cpu_ended; /* processor time in seconds of this session's engines that have ended */
    double cpu_now;   /* and of the one that runs, when it was last asked */
} SuiteSession;

/* Starts nothing yet. The engine runs in the folder of suite_path. Ended by suite_session_close. */
void suite_session_open(SuiteSession *session, const EngineSetup *setup, Interrupt *interrupt,
                        int slot, const char *suite_path);

/* Makes sure that an engine runs and has been told the history. Fails for good once three engines
 * in a row could not be started or failed on the way. */
bool suite_session_revive(SuiteSession *session, Status *status);

/* As engine_client_ask, but of an engine that is revived if need be. */
EngineAnswer suite_session_ask(SuiteSession *session, const char *command, Status *status);

/* Does the engine's known_command answer `said` ("true" or "false") for this command line? */
bool suite_session_says_known(SuiteSession *session, const char *command, const char *said);

/* Adds a command that the engine has accepted with this answer to the history. A genmove is kept as
 * the move it gave, a free handicap as its stones. */
void suite_session_remember(SuiteSession *session, const SuiteStep *step, const char *answer);

/* Returns the history, one command a line; the caller frees it with free(). */
char *suite_session_history(const SuiteSession *session);

/* Processor time in seconds, as the engine tells it; NAN if it does not run or cannot tell. */
double suite_session_cpu_seconds(SuiteSession *session);

/* Returns the position as the engine tells it; with width 0 if it cannot. The caller frees its
 * stones. */
TestPosition suite_session_position(SuiteSession *session);

/* Leads this session's engine to the other session's position and returns it as this engine tells
 * it; with width 0 if it cannot follow. The caller frees its stones. */
TestPosition suite_session_retell(SuiteSession *session, const SuiteSession *other);

/* Stops the engine and frees the session. Returns its processor time in seconds, all engines
 * together; NAN if they cannot tell. */
double suite_session_close(SuiteSession *session);

#endif
