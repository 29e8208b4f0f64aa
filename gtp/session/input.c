#include "gtp/session/input.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/os/files.h"
#include "engine/base/os/streams.h"
#include "engine/base/os/thread.h"

/* Bytes of waiting lines. Beyond it nothing is read, and the client waits. */
static const size_t QUEUE_MAX = 64 << 20;

typedef struct InputLine {
    struct InputLine *next;
    LineResult result;
    bool is_interrupted; /* an interrupt came before the line was taken */
    size_t bytes;        /* of this struct with its text */
    char text[];
} InputLine;

struct GtpInput {
    LineReader reader; /* used by the reading thread alone */
    int wake[2];       /* a pipe; closing its end to write ends the threads */
    pthread_t thread;
    bool has_thread; /* it reads; otherwise the lines are handed in */
    int output_fd;
    pthread_t watcher; /* of output_fd */
    bool has_watcher;

    pthread_mutex_t mutex;
    pthread_cond_t changed;
    InputLine *first, *last; /* last: while first is not NULL */
    InputLine *last_command; /* the last waiting line that is not blank; NULL: none */
    size_t bytes;
    bool has_ended;       /* nothing comes after the waiting lines */
    bool is_closing;      /* the reader must not wait for room */
    bool is_running;      /* the line taken last is not done */
    bool is_interrupted;  /* the line taken last was */
    bool is_disconnected; /* the answers have no reader any more */
    const char *failure;  /* why the input ended too early; NULL: it did not */
    Interrupter by;
    _Atomic bool interrupt; /* set by update_interrupt from the fields above */
};

/* Sets the flag after a change; the mutex is held. Relaxed: the flag publishes no other data, it
 * only says that it is time to stop. */
static void update_interrupt(GtpInput *input) {
    const bool has_line = input->by != INTERRUPT_BY_CLIENT && input->first != NULL;
    const bool is_over = input->by == INTERRUPT_BY_LINE_OR_END && input->has_ended;
    const bool stops = (input->is_running && input->is_interrupted) || input->is_disconnected ||
                       has_line || is_over;
    atomic_store_explicit(&input->interrupt, stops, memory_order_relaxed);
    pthread_cond_broadcast(&input->changed);
}

static void set_flag(GtpInput *input, bool *member, bool value) {
    pthread_mutex_lock(&input->mutex);
    *member = value;
    update_interrupt(input);
    pthread_mutex_unlock(&input->mutex);
}

static bool is_blank(const InputLine *line) {
    return line->result == LINE_OK && line->text[strspn(line->text, " ")] == '\0';
}

static void append(GtpInput *input, InputLine *line) {
    pthread_mutex_lock(&input->mutex);
    while (input->bytes > QUEUE_MAX && !input->is_closing) {
        pthread_cond_wait(&input->changed, &input->mutex);
    }
    *(input->first == NULL ? &input->first : &input->last->next) = line;
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

/* Takes lines until the reader has no more. Returns why it ended too early, or NULL. *commands: how
 * many of the lines get a response. */
static const char *take_lines(GtpInput *input, LineReader *reader, int *commands) {
    char *text = malloc(GTP_LINE_MAX);
    const char *failure = "out of memory";
    *commands = 0;
    while (text != NULL) {
        const LineResult result = line_reader_next(reader, text);
        if (result == LINE_END) {
            failure = reader->has_failed ? "the input cannot be read" : NULL;
            break;
        }
        if (result == LINE_INTERRUPT) {
            interrupt(input);
            continue;
        }
        const size_t length = strlen(text);
        InputLine *line = malloc(sizeof *line + length + 1);
        if (line == NULL) {
            break;
        }
        *line = (InputLine){.result = result, .bytes = sizeof *line + length + 1};
        memcpy(line->text, text, length + 1);
        *commands += !is_blank(line);
        append(input, line);
    }
    free(text);
    return failure;
}

/* The reading thread. Running out of memory ends the input. */
static void *read_lines(void *argument) {
    GtpInput *input = argument;
    int ignored;
    const char *failure = take_lines(input, &input->reader, &ignored);
    pthread_mutex_lock(&input->mutex);
    input->failure = failure;
    pthread_mutex_unlock(&input->mutex);
    set_flag(input, &input->has_ended, true);
    return NULL;
}

/* The watching thread: waits until the output has no reader. An output that cannot be watched fails
 * when it is written. This is not the reading thread's work, which ends with the input and waits
 * while the queue is full. */
static void *watch_output(void *argument) {
    GtpInput *input = argument;
    StreamEvent events[2] = {{input->output_fd, STREAM_LOST_READER, false},
                             {input->wake[0], STREAM_READABLE, false}};
    streams_wait(events, 2, INFINITY);
    if (events[0].has_happened) {
        input_set_disconnected(input);
    }
    return NULL;
}

GtpInput *input_new_fed(void) {
    GtpInput *input = calloc(1, sizeof *input);
    if (input != NULL) {
        input->is_closing = true;
        pthread_mutex_init(&input->mutex, NULL);
        pthread_cond_init(&input->changed, NULL);
    }
    return input;
}

bool input_feed(GtpInput *input, const char *text, size_t length, int *commands) {
    LineReader reader;
    line_reader_init_text(&reader, text, length);
    return take_lines(input, &reader, commands) == NULL;
}

GtpInput *input_new(int fd, int output_fd) {
    GtpInput *input = input_new_fed();
    if (input == NULL || !stream_pipe(input->wake)) {
        free(input);
        return NULL;
    }
    line_reader_init(&input->reader, fd, input->wake[0]);
    input->output_fd = output_fd;
    input->is_closing = false;
    if (thread_start(&input->thread, read_lines, input) != 0) {
        os_close(input->wake[0]);
        os_close(input->wake[1]);
        free(input);
        return NULL;
    }
    input->has_thread = true;
    input->has_watcher = output_fd >= 0 && thread_start(&input->watcher, watch_output, input) == 0;
    if (output_fd >= 0 && !input->has_watcher) {
        input_free(input);
        return NULL;
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
    if (input->has_thread) {
        os_close(input->wake[1]); /* the end of a pipe can be read */
        pthread_join(input->thread, NULL);
    }
    if (input->has_watcher) {
        pthread_join(input->watcher, NULL);
    }
    if (input->has_thread) {
        os_close(input->wake[0]);
    }
    while (input->first != NULL) {
        InputLine *next = input->first->next;
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
    InputLine *first = input->first;
    if (first != NULL) {
        input->first = first->next;
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

const char *input_failure(GtpInput *input) {
    pthread_mutex_lock(&input->mutex);
    const bool is_lost = input->is_disconnected && !input->has_ended;
    const char *failure = input->failure == NULL && is_lost ? "" : input->failure;
    pthread_mutex_unlock(&input->mutex);
    return failure;
}

void input_done(GtpInput *input) {
    set_flag(input, &input->is_running, false);
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
        thread_wait_for_change(&input->changed, &input->mutex);
    }
    pthread_mutex_unlock(&input->mutex);
}

void input_set_disconnected(GtpInput *input) {
    set_flag(input, &input->is_disconnected, true);
}
