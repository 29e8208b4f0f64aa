#include "gtp/json/output.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/memory.h"

/* Memory that a buffer keeps once it has been written; and as much as a pipe holds, which stands
 * before whatever is added next. */
enum { KEPT_BYTES = 1 << 20, BEHIND_BYTES = 1 << 16 };

typedef struct {
    char *bytes;
    size_t length, capacity;
} OutputBuffer;

struct Output {
    int fd;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    OutputBuffer waiting; /* guarded by the mutex */
    bool is_closing;
};

static void append(OutputBuffer *buffer, const char *bytes, size_t length) {
    if (buffer->length + length > buffer->capacity) {
        buffer->capacity = 2 * (buffer->length + length);
        buffer->bytes = memory_check(realloc(buffer->bytes, buffer->capacity));
    }
    memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
}

/* A descriptor that does not block is waited for. Ends the program if there is no reader. */
static void write_all(int fd, const OutputBuffer *buffer) {
    for (size_t done = 0; done < buffer->length;) {
        const ssize_t count = write(fd, buffer->bytes + done, buffer->length - done);
        if (count > 0) {
            done += (size_t)count;
        } else if (count < 0 && errno == EAGAIN) {
            struct pollfd end = {.fd = fd, .events = POLLOUT};
            poll(&end, 1, -1);
        } else if (count == 0 || errno != EINTR) {
            _exit(EXIT_FAILURE);
        }
    }
}

static void *run(void *argument) {
    Output *output = argument;
    OutputBuffer writing = {0};
    pthread_mutex_lock(&output->mutex);
    while (!output->is_closing || output->waiting.length > 0) {
        if (output->waiting.length == 0) {
            pthread_cond_wait(&output->changed, &output->mutex);
            continue;
        }
        const OutputBuffer taken = output->waiting;
        output->waiting = writing;
        pthread_mutex_unlock(&output->mutex);
        write_all(output->fd, &taken);
        writing = taken;
        writing.length = 0;
        if (writing.capacity > KEPT_BYTES) {
            free(writing.bytes);
            writing = (OutputBuffer){0};
        }
        pthread_mutex_lock(&output->mutex);
    }
    pthread_mutex_unlock(&output->mutex);
    free(writing.bytes);
    return NULL;
}

Output *output_new(int fd) {
    Output *output = calloc(1, sizeof *output);
    if (output == NULL) {
        return NULL;
    }
    output->fd = fd;
    pthread_mutex_init(&output->mutex, NULL);
    pthread_cond_init(&output->changed, NULL);
    if (pthread_create(&output->thread, NULL, run, output) != 0) {
        pthread_cond_destroy(&output->changed);
        pthread_mutex_destroy(&output->mutex);
        free(output);
        return NULL;
    }
    return output;
}

void output_free(Output *output) {
    pthread_mutex_lock(&output->mutex);
    output->is_closing = true;
    pthread_cond_signal(&output->changed);
    pthread_mutex_unlock(&output->mutex);
    pthread_join(output->thread, NULL);
    free(output->waiting.bytes);
    pthread_cond_destroy(&output->changed);
    pthread_mutex_destroy(&output->mutex);
    free(output);
}

void output_add(Output *output, const char *lines, size_t length) {
    pthread_mutex_lock(&output->mutex);
    append(&output->waiting, lines, length);
    pthread_cond_signal(&output->changed);
    pthread_mutex_unlock(&output->mutex);
}

bool output_is_behind(Output *output) {
    pthread_mutex_lock(&output->mutex);
    const bool is_behind = output->waiting.length > BEHIND_BYTES;
    pthread_mutex_unlock(&output->mutex);
    return is_behind;
}

void output_add_json(Output *output, json_t *object) {
    char *line = memory_check(json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(17)));
    const size_t length = strlen(line);
    line[length] = '\n'; /* in the place of the NUL */
    output_add(output, line, length + 1);
    free(line);
    json_decref(object);
}
