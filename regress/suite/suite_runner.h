/* Runs one suite on an engine: sends its commands in order and judges its tests.
 *
 *     the engine refuses a test              its pattern and dialect decide
 *     it refuses another command             a problem, reported once
 *     it does not know the command           a test is unsupported; else a problem
 *     it exits, hangs or sends garbage       an error or a problem; a new engine is brought to
 *                                            the position, and the suite goes on
 *
 * If a command that makes a position fails, no test may pass by luck: until the position is made
 * again (loadsgf, clear_board, boardsize ...) tests are not sent and are errors, or unsupported if
 * the engine does not know that command. A test may be such a command; it has not failed if it
 * expects its refusal. */
#ifndef REGRESS_SUITE_SUITE_RUNNER_H
#define REGRESS_SUITE_SUITE_RUNNER_H

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

/* Starts the engine once in the folder of a suite, to find out whether it works and which commands
 * it knows. Adds its name and version to the report. */
bool suite_runner_introduce(EngineSetup *engine, const char *suite_path, json_t *report,
                            Status *status);

/* Returns the suite's part of the report, which the caller frees. The engine runs in the suite's
 * folder. slot: of the interrupt; each thread has its own. */
json_t *suite_runner_run(const EngineSetup *engine, const SuiteFile *file, int slot);

#endif
