/* Progress callback of a long check, and the list of its failures. */
#ifndef VERIFY_MONITOR_H
#define VERIFY_MONITOR_H

#include <assert.h>
#include <stdatomic.h>
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
static inline bool monitor_report_now(const VerifyMonitor *monitor, const char *phase, size_t done,
                                      size_t all) {
    return monitor->report == NULL || monitor->report(monitor->context, phase, done, all);
}

/* The same if it is time to. */
static inline bool monitor_report(const VerifyMonitor *monitor, const char *phase, size_t done,
                                  size_t all) {
    return done % MONITOR_EACH != 0 || monitor_report_now(monitor, phase, done, all);
}

/* What a team of threads shares: one of them reports, the caller's, and any may end the work of
 * all. Order: relaxed, since the flag hands over nothing but itself; what the threads have found is
 * read once they have been joined. */
typedef struct {
    const VerifyMonitor *monitor;
    atomic_bool is_ended;
} TeamMonitor;

static inline void team_monitor_end(TeamMonitor *team) {
    atomic_store_explicit(&team->is_ended, true, memory_order_relaxed);
}

static inline bool team_monitor_is_ended(const TeamMonitor *team) {
    return atomic_load_explicit(&team->is_ended, memory_order_relaxed);
}

/* Reports at once if this is the thread that does. Returns false if the work shall end. */
static inline bool team_monitor_report(TeamMonitor *team, bool is_reporter, const char *phase,
                                       size_t done, size_t all) {
    if (is_reporter && !monitor_report_now(team->monitor, phase, done, all)) {
        team_monitor_end(team);
    }
    return !team_monitor_is_ended(team);
}

#endif
