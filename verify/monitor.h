/* Progress callback of a long check, and the list of its failures. */
#ifndef VERIFY_MONITOR_H
#define VERIFY_MONITOR_H

#include <assert.h>
#include <stddef.h>

#include "engine/base/team.h"
#include "verify/slow.h"

/* What a path through a cyclic component failed at: engine/solve/proof repairs the strategy by it.
 */
typedef struct {
    bool winner_is_banned; /* if not, a reply without a record is not banned */
    SlowBoard *boards;     /* the path, as the winner sees it, and the board that it failed at */
    size_t count;
    int ko;         /* of the first board: the cell that a simple ko forbids, or SLOW_NO_KO */
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

#endif
