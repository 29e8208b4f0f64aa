/* An engine that works through a suite. If it exits or hangs, a new one is brought to the same
 * position.
 *
 * Invariant: the history holds exactly the commands that bring a fresh engine to the state of the
 * present one: its settings, and what made the position since it was last reset.
 *
 * A SuiteSession belongs to the thread that opened it (engine_client.h). */
#ifndef REGRESS_SUITE_SUITE_SESSION_H
#define REGRESS_SUITE_SUITE_SESSION_H

#include "engine/base/json.h"
#include "regress/engine/engine_client.h"
#include "regress/suite/suite.h"

typedef struct {
    const char *command;    /* line */
    const char *error_path; /* file for its standard error; NULL: goes to ours */
    double timeout;         /* seconds for any answer */
    bool knows_stones;      /* query_boardsize and list_stones */
    Interrupt *interrupt;
} EngineSetup;

typedef struct {
    const EngineSetup *setup;
    EngineClient client;
    char *folder;
    char **history;
    size_t history_count;
    char *lost; /* why no engine is available any more; NULL: one is */
} SuiteSession;

/* Starts nothing yet. The engine runs in the folder of suite_path. slot: of the interrupt. Ended by
 * suite_session_close. */
void suite_session_open(SuiteSession *session, const EngineSetup *setup, int slot,
                        const char *suite_path);

/* Makes sure that an engine runs and has the history. Fails for good once three engines in a row
 * could not be started or failed on the way. */
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

/* Adds "position" to the result of a test (report.h), if the engine tells it. */
void suite_session_add_position(SuiteSession *session, json_t *result);

/* Stops the engine and frees the session. */
void suite_session_close(SuiteSession *session);

#endif
