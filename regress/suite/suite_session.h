/* An engine that works through a suite. If it exits or hangs, a new one is brought to the same
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

/* How to run an engine, and its properties. */
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

/* Makes sure that an engine runs and has the history. Fails for good once three engines
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

/* Returns the engine's processor time in seconds; NAN if it does not run or has no cputime. */
double suite_session_cpu_seconds(SuiteSession *session);

/* Asks the engine for the position; its width is 0 if the engine cannot tell. The caller frees the
 * stones. */
TestPosition suite_session_position(SuiteSession *session);

/* The same of this session's engine, after it was brought to the other session's position; width 0
 * if it cannot follow. */
TestPosition suite_session_replay(SuiteSession *session, const SuiteSession *other);

/* Stops the engine and frees the session. Returns its processor time in seconds, all engines
 * together; NAN if they cannot tell. */
double suite_session_close(SuiteSession *session);

#endif
