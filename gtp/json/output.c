#include "gtp/json/output.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/os/files.h"
#include "engine/base/os/streams.h"
#include "engine/base/os/system.h"
#include "engine/base/os/thread.h"
#include "engine/base/status.h"

/* Memory that a buffer keeps once it has been written, and what a pipe holds. */
enum { KEPT_BYTES = 1 << 20, BEHIND_BYTES = 1 << 16 };

struct Output {
    int fd;
    bool is_direct; /* lines are written at once, without threads */
    int wake[2];    /* a pipe; closing its end to write ends the watcher */
    pthread_t writer, watcher;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    Text waiting; /* guarded by the mutex */
    bool is_closing;
};

static void *write_lines(void *argument) {
    Output *output = argument;
    Text writing = {0};
    pthread_mutex_lock(&output->mutex);
    while (!output->is_closing || output->waiting.length > 0) {
        if (output->waiting.length == 0) {
            pthread_cond_wait(&output->changed, &output->mutex);
            continue;
        }
        const Text written = writing;
        writing = output->waiting;
        output->waiting = written;
        pthread_mutex_unlock(&output->mutex);
        if (!stream_write(output->fd, text_get(&writing), writing.length)) {
            if (errno != EPIPE) { /* the answers still have a reader */
                status_warn("analysis", "standard output cannot be written: %s", strerror(errno));
            }
            os_exit_now(EXIT_FAILURE);
        }
        text_clear(&writing);
        if (writing.capacity > KEPT_BYTES) {
            text_free(&writing);
        }
        pthread_mutex_lock(&output->mutex);
    }
    pthread_mutex_unlock(&output->mutex);
    text_free(&writing);
    return NULL;
}

/* Ends the program as soon as its reader is gone, without waiting for the next answer. */
static void *watch_reader(void *argument) {
    const Output *output = argument;
    StreamEvent events[2] = {{output->fd, STREAM_LOST_READER, false},
                             {output->wake[0], STREAM_READABLE, false}};
    streams_wait(events, 2, INFINITY);
    if (events[0].has_happened && !events[1].has_happened) {
        os_exit_now(EXIT_FAILURE);
    }
    return NULL;
}

static void end_writer(Output *output) {
    pthread_mutex_lock(&output->mutex);
    output->is_closing = true;
    pthread_cond_signal(&output->changed);
    pthread_mutex_unlock(&output->mutex);
    pthread_join(output->writer, NULL);
}

Output *output_new(int fd, bool is_direct) {
    Output *output = calloc(1, sizeof *output);
    if (output == NULL || (!is_direct && !stream_pipe(output->wake))) {
        free(output);
        return NULL;
    }
    output->fd = fd;
    output->is_direct = is_direct;
    pthread_mutex_init(&output->mutex, NULL);
    pthread_cond_init(&output->changed, NULL);
    const bool writes = is_direct || thread_start(&output->writer, write_lines, output) == 0;
    if (is_direct || (writes && thread_start(&output->watcher, watch_reader, output) == 0)) {
        return output;
    }
    if (writes) {
        end_writer(output);
    }
    os_close(output->wake[0]);
    os_close(output->wake[1]);
    pthread_cond_destroy(&output->changed);
    pthread_mutex_destroy(&output->mutex);
    free(output);
    return NULL;
}

/* The watcher ends first: a reader may leave once it has the last line. */
void output_free(Output *output) {
    if (!output->is_direct) {
        os_close(output->wake[1]); /* the end of a pipe can be read */
        pthread_join(output->watcher, NULL);
        os_close(output->wake[0]);
        end_writer(output);
        text_free(&output->waiting);
    }
    pthread_cond_destroy(&output->changed);
    pthread_mutex_destroy(&output->mutex);
    free(output);
}

void output_add(Output *output, const char *lines, size_t length) {
    if (output->is_direct) {
        stream_write(output->fd, lines, length);
        return;
    }
    pthread_mutex_lock(&output->mutex);
    text_append(&output->waiting, lines, length);
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
    char *line = json_new_dump(object, JSON_COMPACT | JSON_REAL_PRECISION(17));
    const size_t length = strlen(line);
    line[length] = '\n'; /* in the place of the NUL */
    output_add(output, line, length + 1);
    free(line);
    json_decref(object);
}

void output_add_error(Output *output, const char *message, const char *id) {
    json_t *object = json_new_object();
    json_set_text(object, "error", message);
    json_set_value(object, "id", json_loads(id, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL));
    output_add_json(output, object);
}
