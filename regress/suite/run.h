/* Runs suites on an engine and makes the Report.
 *
 * Each suite runs in its own order, on an engine of its own, in the suite's folder. Its answers are
 * then those of the suite sent to the engine by hand, because engines keep caches from position to
 * position. Several workers take whole suites, the longest first; the report keeps the order given.
 *
 *     the engine refuses a test              its pattern and dialect decide
 *     it refuses another command             a problem, told once
 *     it does not know the command           a test is unsupported; else a problem
 *     it exits, hangs or sends garbage       an error or a problem; a new engine is led to the
 *                                            position before, and the suite goes on
 *
 * If a command that makes a position fails, no test may pass by luck: until the position is made
 * again (loadsgf, clear_board, boardsize ...) tests are not sent and are errors, or unsupported if
 * the engine does not know that command. */
#ifndef REGRESS_SUITE_RUN_H
#define REGRESS_SUITE_RUN_H

#include "regress/suite/report.h"
#include "regress/suite/suite.h"

typedef struct {
    size_t suites, suites_done;
    size_t tests, tests_done;
    size_t failures;       /* and errors */
    const Suite *finished; /* the suite that has just ended, or NULL */
} RunProgress;

typedef struct {
    const char *engine;     /* command line */
    const char *label;      /* what the report calls it */
    const char *scribe;     /* command line of an engine that tells the positions of failed tests
                               if the engine under test cannot; NULL: none */
    const char *error_path; /* file for the engines' standard error; NULL: goes to ours */
    double timeout;         /* seconds for any answer */
    int workers;            /* 1..TEAM_MAX */
    int repeats;            /* of each suite, at least 1 */
    void (*progress)(const RunProgress *progress,
                     void *context); /* called by one thread at a time */
    void *context;
} RunOptions;

/* Returns true with a complete report, which the caller frees with report_free. Returns false, with
 * a message, if no engine could be started or a signal ended the run; *signal is its number, else
 * 0. No engine is left running in any case. */
bool run_suites(const RunOptions *options, const SuiteFile *files, size_t count, Report *report,
                int *signal, Status *status);

#endif
