/* Teams of threads; see the header. */
#include "engine/base/team.h"

#include <assert.h>

#include "engine/base/os/thread.h"

/* Members wait at the gate until all threads have been created. */
typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t opened;
    bool is_open;
} Gate;

typedef struct {
    Gate *gate;
    void (*work)(void *item);
    void *item;
} Member;

static void *run_member(void *argument) {
    Member *member = argument;
    Gate *gate = member->gate;
    pthread_mutex_lock(&gate->mutex);
    while (!gate->is_open) {
        pthread_cond_wait(&gate->opened, &gate->mutex);
    }
    pthread_mutex_unlock(&gate->mutex);
    member->work(member->item);
    return NULL;
}

int team_run(void (*work)(void *item), void *items, size_t item_bytes, int count) {
    assert(count >= 1 && count <= TEAM_MAX);
    Gate gate = {.mutex = PTHREAD_MUTEX_INITIALIZER, .opened = PTHREAD_COND_INITIALIZER};
    Member members[TEAM_MAX];
    pthread_t threads[TEAM_MAX];
    int running = 1;
    while (running < count) {
        members[running] = (Member){&gate, work, (char *)items + (size_t)running * item_bytes};
        if (thread_start(&threads[running], run_member, &members[running]) != 0) {
            break;
        }
        running++;
    }
    pthread_mutex_lock(&gate.mutex);
    gate.is_open = true;
    pthread_cond_broadcast(&gate.opened);
    pthread_mutex_unlock(&gate.mutex);
    work(items);
    for (int i = 1; i < running; i++) {
        pthread_join(threads[i], NULL);
    }
    return running;
}

void team_run_all(void (*work)(void *item), void *items, size_t item_bytes, int count) {
    for (int i = team_run(work, items, item_bytes, count); i < count; i++) {
        work((char *)items + (size_t)i * item_bytes);
    }
}
