#include "gtp/input.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes of waiting lines. Beyond it nothing is read, and the client has to wait. */
static const size_t QUEUE_MAX = 64 << 20;

typedef struct Line {
    struct Line *next;
    LineResult result;
    bool is_interrupted; /* an interrupt came before the line was taken */
    size_t bytes;        /* of this struct with its text */
    char text[];
} Line;

struct GtpInput {
    LineReader reader; /* used by the reading thread alone */
    int wake[2];       /* a pipe; closing its end to write ends the threads */
    pthread_t thread;

    int output_fd;
    pthread_t watcher; /* of output_fd */
    bool has_watcher;

    pthread_mutex_t mutex;
    pthread_cond_t changed;
    Line *first, *last;
    Line *last_command; /* the last waiting line that is not blank; NULL: none */
    size_t bytes;
    bool has_ended;       /* nothing comes after the waiting lines */
    bool is_closing;      /* the reading thread must not wait for room */
    bool is_running;      /* the line taken last is not done */
    bool is_interrupted;  /* the line taken last */
    bool is_disconnected; /* the answers have no reader any more */
    Interrupter by;
    _Atomic bool interrupt; /* set by update_interrupt from the fields above */
};

/* Sets the flag after a change; the mutex is held. Relaxed: the flag publishes no other data, it
 * only says that it is time to stop. */
static void update_interrupt(GtpInput *input) {
    bool stops = input->is_interrupted || input->is_disconnected;
    switch (input->by) {
    case INTERRUPT_BY_CLIENT:
        break;
    case INTERRUPT_BY_LINE:
        stops = stops || input->first != NULL;
        break;
    case INTERRUPT_BY_LINE_OR_END:
        stops = stops || input->first != NULL || input->has_ended;
        break;
    }
    atomic_store_explicit(&input->interrupt, stops, memory_order_relaxed);
    pthread_cond_broadcast(&input->changed);
}

static bool is_blank(const Line *line) {
    return line->result == LINE_OK && line->text[strspn(line->text, " ")] == '\0';
}

static void append(GtpInput *input, Line *line) {
    pthread_mutex_lock(&input->mutex);
    while (input->bytes > QUEUE_MAX && !input->is_closing) {
        pthread_cond_wait(&input->changed, &input->mutex);
    }
    if (input->last != NULL) {
        input->last->next = line;
    } else {
        input->first = line;
    }
    input->last = line;
    input->last_command = is_blank(line) ? input->last_command : line;
    input->bytes += line->bytes;
    update_interrupt(input);
    pthread_mutex_unlock(&input->mutex);
}

/* Marks the command before the interrupt, skipping blank lines: it is the one to stop. */
static void interrupt(GtpInput *input) {
    pthread_mutex_lock(&input->mutex);
    if (input->last_command != NULL) {
        input->last_command->is_interrupted = true;
    } else if (input->is_running) {
        input->is_interrupted = true;
        update_interrupt(input);
    }
    pthread_mutex_unlock(&input->mutex);
}

/* The reading thread. Running out of memory ends the input. */
static void *read_lines(void *argument) {
    GtpInput *input = argument;
    char *text = malloc(GTP_LINE_MAX);
    LineResult result;
    while (text != NULL && (result = line_reader_next(&input->reader, text)) != LINE_END) {
        if (result == LINE_INTERRUPT) {
            interrupt(input);
            continue;
        }
        const size_t length = strlen(text);
        Line *line = malloc(sizeof *line + length + 1);
        if (line == NULL) {
            break;
        }
        *line = (Line){.result = result, .bytes = sizeof *line + length + 1};
        memcpy(line->text, text, length + 1);
        append(input, line);
    }
    free(text);
    pthread_mutex_lock(&input->mutex);
    input->has_ended = true;
    update_interrupt(input);
    pthread_mutex_unlock(&input->mutex);
    return NULL;
}

/* The watching thread: waits until the output has no reader. A pipe reports that by POLLERR, a
 * socket or terminal by POLLHUP; an output that cannot be polled fails when it is written. This is
 * not the reading thread's work, which ends with the input and waits while the queue is full. */
static void *watch_output(void *argument) {
    GtpInput *input = argument;
    struct pollfd ends[2] = {{.fd = input->output_fd}, {.fd = input->wake[0], .events = POLLIN}};
    int ready;
    do {
        ready = poll(ends, 2, -1);
    } while (ready < 0 && errno == EINTR);
    if (ready > 0 && (ends[0].revents & (POLLERR | POLLHUP)) != 0) {
        input_set_disconnected(input);
    }
    return NULL;
}

GtpInput *input_new(int fd, int output_fd) {
    GtpInput *input = calloc(1, sizeof *input);
    if (input == NULL || pipe(input->wake) != 0) {
        free(input);
        return NULL;
    }
    line_reader_init(&input->reader, fd, input->wake[0]);
    input->output_fd = output_fd;
    pthread_mutex_init(&input->mutex, NULL);
    pthread_cond_init(&input->changed, NULL);
    if (pthread_create(&input->thread, NULL, read_lines, input) != 0) {
        close(input->wake[0]);
        close(input->wake[1]);
        free(input);
        return NULL;
    }
    if (output_fd >= 0) {
        input->has_watcher = pthread_create(&input->watcher, NULL, watch_output, input) == 0;
        if (!input->has_watcher) {
            input_free(input);
            return NULL;
        }
    }
    return input;
}

void input_free(GtpInput *input) {
    if (input == NULL) {
        return;
    }
    pthread_mutex_lock(&input->mutex);
    input->is_closing = true;
    pthread_cond_broadcast(&input->changed);
    pthread_mutex_unlock(&input->mutex);
    close(input->wake[1]); /* the end of a pipe can be read */
    pthread_join(input->thread, NULL);
    if (input->has_watcher) {
        pthread_join(input->watcher, NULL);
    }
    close(input->wake[0]);
    while (input->first != NULL) {
        Line *next = input->first->next;
        free(input->first);
        input->first = next;
    }
    pthread_cond_destroy(&input->changed);
    pthread_mutex_destroy(&input->mutex);
    free(input);
}

LineResult input_next(GtpInput *input, char line[GTP_LINE_MAX]) {
    pthread_mutex_lock(&input->mutex);
    while (input->first == NULL && !input->has_ended && !input->is_disconnected) {
        pthread_cond_wait(&input->changed, &input->mutex);
    }
    Line *first = input->first;
    if (first != NULL) {
        input->first = first->next;
        input->last = input->first == NULL ? NULL : input->last;
        input->last_command = input->last_command == first ? NULL : input->last_command;
        input->bytes -= first->bytes;
        input->is_running = true;
        input->is_interrupted = first->is_interrupted;
        update_interrupt(input);
    }
    pthread_mutex_unlock(&input->mutex);
    if (first == NULL) {
        return LINE_END;
    }
    const LineResult result = first->result;
    memcpy(line, first->text, strlen(first->text) + 1);
    free(first);
    return result;
}

bool input_lost_reader(GtpInput *input) {
    pthread_mutex_lock(&input->mutex);
    const bool is_lost = input->is_disconnected && !input->has_ended;
    pthread_mutex_unlock(&input->mutex);
    return is_lost;
}

void input_done(GtpInput *input) {
    pthread_mutex_lock(&input->mutex);
    input->is_running = input->is_interrupted = false;
    update_interrupt(input);
    pthread_mutex_unlock(&input->mutex);
}

bool input_has_line(GtpInput *input) {
    pthread_mutex_lock(&input->mutex);
    const bool has_line = input->first != NULL;
    pthread_mutex_unlock(&input->mutex);
    return has_line;
}

_Atomic bool *input_interrupt(GtpInput *input) {
    return &input->interrupt;
}

void input_interrupt_by(GtpInput *input, Interrupter by) {
    pthread_mutex_lock(&input->mutex);
    input->by = by;
    update_interrupt(input);
    pthread_mutex_unlock(&input->mutex);
}

void input_wait_for_interrupt(GtpInput *input) {
    pthread_mutex_lock(&input->mutex);
    while (!atomic_load_explicit(&input->interrupt, memory_order_relaxed)) {
        pthread_cond_wait(&input->changed, &input->mutex);
    }
    pthread_mutex_unlock(&input->mutex);
}

void input_set_disconnected(GtpInput *input) {
    pthread_mutex_lock(&input->mutex);
    input->is_disconnected = true;
    update_interrupt(input);
    pthread_mutex_unlock(&input->mutex);
}
