/* Runs suites on an engine: makes the Report.
 *
 * Each suite is run in its order by an engine of its own, in the suite's folder, so that the
 * answers are those of the suite sent through the engine by hand: engines keep caches from one
 * position to the next. Several workers take whole suites, the longest first; the report has them
 * in the order given.
 *
 *     a command that is                   and the engine
 *     a test                 refuses      is judged as its pattern and dialect say
 *     any                    knows not    unsupported: a test of that class, else a problem
 *     no test                refuses      is a problem, told once
 *     any                    dies, hangs or babbles: an error or a problem; the engine is brought
 *                                         back to the position before, and the suite goes on
 *
 * Where a command that was to make a position failed, no test can be passed by luck: until the
 * position is made anew (loadsgf, clear_board, boardsize ...) tests are errors and not sent, or
 * unsupported where the engine does not know that command. */
#ifndef REGRESS_SUITE_RUN_H
#define REGRESS_SUITE_RUN_H

#include "regress/suite/report.h"
#include "regress/suite/suite.h"

typedef struct {
    size_t suites, suites_done;
    size_t tests, tests_done;
    size_t failures;       /* and errors */
    const Suite *finished; /* the suite that has come to its end just now, or NULL */
} RunProgress;

typedef struct {
    const char *engine;     /* command line */
    const char *label;      /* what the report calls it */
    const char *scribe;     /* command line of one that tells the positions of failed tests where
                               the engine cannot; NULL: nobody does */
    const char *error_path; /* takes the engines' standard error; NULL: ours does */
    double timeout;         /* seconds for any answer */
    int workers;            /* 1..TEAM_MAX */
    int repeats;            /* of each suite, at least 1 */
    void (*progress)(const RunProgress *progress, void *context); /* by one thread at a time */
    void *context;
} RunOptions;

/* True where the report is complete; the caller frees it then. False, with a message, where no
 * engine could be started or a signal ended the run: *signal is its number, else 0. No engine is
 * left running in any case. */
bool run_suites(const RunOptions *options, const SuiteFile *files, size_t count, Report *report,
                int *signal, Status *status);

#endif
