/* Work of a check on items 0 to count - 1 that threads share. The caller's thread alone reports,
 * and any may end the work of all. Order: relaxed, since the flag hands over nothing but itself;
 * what the threads have found is read once they have been joined. */
#ifndef VERIFY_TEAM_WORK_H
#define VERIFY_TEAM_WORK_H

#include "verify/monitor.h"

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
