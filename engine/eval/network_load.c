#include "engine/eval/network_load.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/os/files.h"
#include "engine/base/os/thread.h"

/* A wait with a deadline checks it this often, in seconds: macOS has no condition variables that
 * wait by the monotonic clock. */
static const double CHECK_SECONDS = 0.01;

struct NetworkLoad {
    char *path;
    NetworkOptions options;
    pthread_t thread;
    bool has_thread; /* otherwise it was opened at once */
    pthread_mutex_t mutex;
    pthread_cond_t done;
    bool is_done;
    Network *network;
    Status status; /* why it cannot be used */
};

static void *load_network(void *argument) {
    NetworkLoad *load = argument;
    Status status = {0};
    Network *network = network_open(load->path, &load->options, &status);
    pthread_mutex_lock(&load->mutex);
    load->network = network;
    load->status = status;
    load->is_done = true;
    pthread_cond_broadcast(&load->done);
    pthread_mutex_unlock(&load->mutex);
    return NULL;
}

NetworkLoad *network_load_start(const char *path, const NetworkOptions *options, Status *status) {
    if (strcmp(path, NETWORK_INSIDE) != 0 && !os_is_readable(path)) {
        status_fail(status, "%.150s: %s", path, strerror(errno));
        return NULL;
    }
    NetworkLoad *load = calloc(1, sizeof *load);
    char *copy = strdup(path);
    if (load != NULL) {
        *load = (NetworkLoad){.path = copy, .options = *options};
        pthread_mutex_init(&load->mutex, NULL);
        thread_condition_init(&load->done);
    }
    if (load == NULL || copy == NULL) {
        free(copy);
        free(load);
        status_fail(status, "%.150s: out of memory", path);
        return NULL;
    }
    load->has_thread = thread_start_aside(&load->thread, load_network, load) == 0;
    if (!load->has_thread) {
        load_network(load);
    }
    return load;
}

/* Waits, with the mutex held, until something may have changed. */
static void wait_a_while(NetworkLoad *load, const Deadline *deadline) {
    if (deadline->cancel == NULL && isinf(deadline->at)) {
        pthread_cond_wait(&load->done, &load->mutex);
        return;
    }
    thread_wait(&load->done, &load->mutex,
                fmax(fmin(deadline->at - clock_seconds(), CHECK_SECONDS), 0));
}

NetworkLoadState network_load_wait_until(NetworkLoad *load, const Deadline *deadline,
                                         Network **network, Status *status) {
    pthread_mutex_lock(&load->mutex);
    while (!load->is_done && !deadline_is_over(deadline)) {
        wait_a_while(load, deadline);
    }
    const bool is_done = load->is_done;
    pthread_mutex_unlock(&load->mutex); /* once it is done nothing changes */
    if (!is_done) {
        return NETWORK_LOAD_NOT_YET;
    }
    if (load->network == NULL) {
        *status = load->status;
        return NETWORK_LOAD_UNUSABLE;
    }
    *network = load->network;
    return NETWORK_LOAD_READY;
}

Network *network_load_wait(NetworkLoad *load, Status *status) {
    Network *network = NULL;
    network_load_wait_until(load, &DEADLINE_NEVER, &network, status);
    return network;
}

bool network_load_is_under_way(NetworkLoad *load) {
    pthread_mutex_lock(&load->mutex);
    const bool is_done = load->is_done;
    pthread_mutex_unlock(&load->mutex);
    return !is_done;
}

void network_load_free(NetworkLoad *load) {
    if (load != NULL) {
        if (load->has_thread) {
            pthread_join(load->thread, NULL);
        }
        network_close(load->network);
        pthread_cond_destroy(&load->done);
        pthread_mutex_destroy(&load->mutex);
        free(load->path);
        free(load);
    }
}
