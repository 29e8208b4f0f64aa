#include "verify/monitor.h"

enum { ITEMS_AT_ONCE = 256 };

/* What one thread is given. */
typedef struct {
    TeamWork *work;
    void *worker;
    bool is_reporter;
} TeamMember;

bool team_work_report(TeamWork *work, bool is_reporter, size_t done) {
    if (is_reporter && !monitor_report(work->monitor, work->phase, done, work->count)) {
        atomic_store_explicit(&work->is_ended, true, memory_order_relaxed);
    }
    return !atomic_load_explicit(&work->is_ended, memory_order_relaxed);
}

/* Items that were taken are worked on, so that none is left before the one that ends the work. */
static void work_on_some(void *item) {
    const TeamMember *member = item;
    TeamWork *work = member->work;
    bool ok = true;
    for (size_t next = 0, end; ok && team_work_report(work, member->is_reporter, next) &&
                               team_take(&work->next, work->count, ITEMS_AT_ONCE, &next, &end);) {
        for (; ok && next < end; next++) {
            ok = work->work(member->worker, next);
        }
    }
    if (!ok) {
        atomic_store_explicit(&work->is_ended, true, memory_order_relaxed);
    }
}

bool team_work_run(TeamWork *work, void *workers, size_t worker_bytes) {
    const int threads = monitor_threads(work->monitor);
    TeamMember members[TEAM_MAX];
    for (int i = 0; i < threads; i++) {
        members[i] = (TeamMember){work, (char *)workers + (size_t)i * worker_bytes, i == 0};
    }
    team_run_all(work_on_some, members, sizeof members[0], threads);
    return !atomic_load_explicit(&work->is_ended, memory_order_relaxed);
}
