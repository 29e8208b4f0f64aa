#include "engine/eval/network_load.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct NetworkLoad {
    char *path;
    NetworkOptions options;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t done;
    bool is_done;
    Network *network;
    Status status; /* why there is none */
};

static void *open_network(void *argument) {
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
    if (access(path, R_OK) != 0) {
        status_fail(status, "%.150s: %s", path, strerror(errno));
        return NULL;
    }
    NetworkLoad *load = calloc(1, sizeof *load);
    char *copy = strdup(path);
    if (load != NULL) {
        *load = (NetworkLoad){.path = copy, .options = *options};
        pthread_mutex_init(&load->mutex, NULL);
        pthread_cond_init(&load->done, NULL);
    }
    if (load == NULL || copy == NULL ||
        pthread_create(&load->thread, NULL, open_network, load) != 0) {
        free(copy);
        free(load);
        status_fail(status, "%.150s: out of memory or threads", path);
        return NULL;
    }
    return load;
}

Network *network_load_wait(NetworkLoad *load, Status *status) {
    pthread_mutex_lock(&load->mutex);
    while (!load->is_done) {
        pthread_cond_wait(&load->done, &load->mutex);
    }
    pthread_mutex_unlock(&load->mutex); /* nothing changes any more */
    if (load->network == NULL) {
        *status = load->status;
    }
    return load->network;
}

void network_load_free(NetworkLoad *load) {
    if (load != NULL) {
        pthread_join(load->thread, NULL);
        network_close(load->network);
        pthread_cond_destroy(&load->done);
        pthread_mutex_destroy(&load->mutex);
        free(load->path);
        free(load);
    }
}
