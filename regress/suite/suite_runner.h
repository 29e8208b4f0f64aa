/* Runs one suite on an engine: sends its commands in order and judges its tests (run.h says how).
 */
#ifndef REGRESS_SUITE_SUITE_RUNNER_H
#define REGRESS_SUITE_SUITE_RUNNER_H

#include "regress/suite/report/report.h"
#include "regress/suite/suite.h"
#include "regress/suite/suite_session.h"

/* Shared by all suites of a run; constant while they run. */
typedef struct {
    EngineSetup engine;
    EngineSetup diagram_engine; /* command NULL: none */
    int repeats;
    Interrupt *interrupt;
    /* Called after each test, by the thread that runs it. */
    void (*tell)(void *context, const Test *test);
    void *context;
} SuiteRunnerSetup;

/* Runs the file. slot: of the interrupt, below TEAM_MAX; each thread has its own. The caller frees
 * the suite with report_free_suite. */
Suite suite_runner_run(const SuiteRunnerSetup *setup, const SuiteFile *file, int slot);

#endif
