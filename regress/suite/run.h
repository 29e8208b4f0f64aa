/* Runs suites on an engine and makes the Report.
 *
 * Each suite runs in order, on an engine of its own, in the suite's folder: engines keep caches
 * from position to position, and the answers are those of the suite sent by hand. Several workers,
 * of this process or of other ranks, take whole suites, the longest first; the report keeps the
 * order given. A finished suite is in the log, if there is one, before its worker takes another.
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
#ifndef REGRESS_SUITE_RUN_H
#define REGRESS_SUITE_RUN_H

#include "engine/cluster/mpi/mpi.h"
#include "regress/suite/report/report.h"
#include "regress/suite/suite.h"

typedef struct {
    size_t suites, suites_done;
    size_t tests, tests_done;
    size_t failures;       /* and errors */
    const Suite *finished; /* the suite that has just ended, or NULL */
} RunProgress;

typedef struct {
    const char *engine;         /* command line */
    const char *label;          /* what the report calls it */
    const char *dialect;        /* in which the suites were read; a log has it */
    const char *diagram_engine; /* command line of an engine that is asked for positions of failed
                           tests if the engine under test cannot tell; NULL: none */
    const char *error_path;     /* file for the engines' standard error; NULL: goes to ours */
    double timeout;             /* seconds for any answer */
    Mpi *mpi;    /* that run suites together: the first hands them out; NULL: this process alone */
    int workers; /* 1..TEAM_MAX: of this process, or of each other rank */
    const char *log_path; /* a ledger of finished suites; NULL: none */
    int repeats;          /* of each suite, at least 1 */
    void (*progress)(const RunProgress *progress,
                     void *context);                   /* called by one thread at a time */
    void (*log_line)(const char *line, void *context); /* by one thread at a time: what has
                                                        happened to a rank, or why the run fails */
    void *context;
} RunOptions;

/* All ranks call it. Returns true with a report, which the caller frees with report_free; on the
 * first rank it is complete. Returns false with a message if no engine could be started, ranks do
 * not agree, the log cannot be continued, or a signal ended the run; *signal is its number, else 0.
 * Returns false with an empty message after a log_line if the run failed later. No engine is left
 * running in any case. */
bool run_suites(const RunOptions *options, const SuiteFile *files, size_t count, Report *report,
                int *signal, Status *status);

#endif
