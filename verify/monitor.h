/* Progress callback of a long check, and the list of its failures. */
#ifndef VERIFY_MONITOR_H
#define VERIFY_MONITOR_H

#include <assert.h>
#include <stddef.h>

#include "engine/base/team.h"
#include "verify/whole.h"

/* What a path through a cyclic component failed at: engine/solve/proof repairs the strategy by it.
 */
typedef struct {
    bool winner_is_banned; /* if not, a reply without a record is not banned */
    SlowBoard *boards;     /* the path, as the winner sees it, and the board that it failed at */
    size_t count;
    int ko;         /* of the first board: the cell that a simple ko forbids, or WHOLE_NO_KO */
    bool has_first; /* the first move is that of the file */
} VerifyFailure;

typedef struct {
    VerifyFailure *list;
    size_t count;
} VerifyFailures;

/* How much of a phase of the work is done; all is 0 if it is unknown. Returns false to end the
 * work.
 */
typedef bool VerifyReport(void *context, const char *phase, size_t done, size_t all);

/* The pointers may be NULL. */
typedef struct {
    VerifyFailures
        *failures;        /* empty at first: the check goes on after a path fails, to gather more */
    VerifyReport *report; /* called by the caller's thread alone */
    void *context;        /* of report */
    int threads;          /* that check records, TEAM_MAX at most; 0: one */
} VerifyMonitor;

enum { MONITOR_EACH = 4096 /* steps of some microseconds or less between two reports */ };

static const char MONITOR_ENDED[] = "the check was ended"; /* the message then */

static inline int monitor_threads(const VerifyMonitor *monitor) {
    assert(monitor->threads <= TEAM_MAX);
    return monitor->threads > 1 ? monitor->threads : 1;
}

/* Returns false if the work shall end. */
static inline bool monitor_report(const VerifyMonitor *monitor, const char *phase, size_t done,
                                  size_t all) {
    return monitor->report == NULL || monitor->report(monitor->context, phase, done, all);
}

/* ---- Work on items 0 to count - 1 that threads share. The caller's thread alone reports, and any
 * may end the work of all. Order: relaxed, since the flag hands over nothing but itself; what the
 * threads have found is read once they have been joined (team_work.c) ---- */

typedef struct {
    const VerifyMonitor *monitor;
    const char *phase;
    size_t count;
    bool (*work)(void *worker, size_t item); /* returns false to end the work */
    atomic_size_t next;
    atomic_bool is_ended;
} TeamWork;

/* Runs the work by monitor_threads() workers, which lie one after the other; the first one is the
 * caller's. Items begin in order. Returns false if the work was ended: items before the one that
 * ended it were worked on. */
bool team_work_run(TeamWork *work, void *workers, size_t worker_bytes);

/* Reports at once if this is the thread that does. Returns false if the work is ended. */
bool team_work_report(TeamWork *work, bool is_reporter, size_t done);

#endif
