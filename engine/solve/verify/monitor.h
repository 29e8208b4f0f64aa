/* What a long check gives besides its result: how far it is, and where it failed. The caller that
 * is told may end it. */
#ifndef ENGINE_SOLVE_VERIFY_MONITOR_H
#define ENGINE_SOLVE_VERIFY_MONITOR_H

#include <stddef.h>

#include "engine/solve/verify/slow.h"

/* What a path through a cyclic part failed at: engine/solve/proof repairs the strategy by it. */
typedef struct {
    bool winner_is_banned; /* if not, a reply without a record is not banned */
    int section;
    SlowBoard *boards; /* the path, as the winner sees it, and the board that it failed at */
    size_t count;
} VerifyFailure;

typedef struct {
    VerifyFailure *list;
    size_t count;
} VerifyFailures;

/* Reports now and then how much of a part of the work is done; all is 0 if that is not known.
 * Returns false to end the work. */
typedef bool VerifyReport(void *context, const char *part, size_t done, size_t all);

/* Either may be NULL. */
typedef struct {
    VerifyFailures *failures; /* the check goes on after a failure of a path to gather others; at
                                 first it must be empty */
    VerifyReport *report;
    void *context; /* of report */
} VerifyMonitor;

enum { MONITOR_EACH = 4096 /* steps of some microseconds or less between two reports */ };

static const char MONITOR_ENDED[] = "the check was ended"; /* the message then */

/* Reports that `done` steps are done, if it is time to. Returns false if the work shall end. */
static inline bool monitor_report(const VerifyMonitor *monitor, const char *part, size_t done,
                                  size_t all) {
    return monitor->report == NULL || done % MONITOR_EACH != 0 ||
           monitor->report(monitor->context, part, done, all);
}

#endif
