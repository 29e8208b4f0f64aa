#include "gtp/input.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes of lines that wait; the client waits beyond it. */
static const size_t QUEUE_MAX = 64 << 20;

typedef struct Line {
    struct Line *next;
    GtpLineResult result;
    bool is_interrupted; /* before it was taken */
    size_t bytes;        /* of this struct with its text */
    char text[];
} Line;

struct GtpInput {
    GtpReader reader; /* the thread's */
    int wake[2];      /* a pipe: what is written there ends the thread */
    pthread_t thread;

    pthread_mutex_t mutex;
    pthread_cond_t changed;
    Line *first, *last;
    size_t bytes;
    bool has_ended;          /* nothing comes behind the lines that wait */
    bool is_closing;         /* the thread must not wait any more */
    bool is_interrupted;     /* the line taken last */
    bool by_lines;           /* any line interrupts it */
    _Atomic bool *interrupt; /* who wants to know */
};

/* With the mutex held. */
static void tell_interrupt(GtpInput *input) {
    if (input->interrupt != NULL &&
        (input->is_interrupted || (input->by_lines && input->first != NULL))) {
        atomic_store_explicit(input->interrupt, true, memory_order_relaxed);
    }
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
    input->bytes += line->bytes;
    tell_interrupt(input);
    pthread_cond_broadcast(&input->changed);
    pthread_mutex_unlock(&input->mutex);
}

/* An interrupt is meant for the line before it. */
static void interrupt(GtpInput *input) {
    pthread_mutex_lock(&input->mutex);
    if (input->last != NULL) {
        input->last->is_interrupted = true;
    } else {
        input->is_interrupted = true;
        tell_interrupt(input);
    }
    pthread_mutex_unlock(&input->mutex);
}

/* Until the end; where memory runs out, that is the end. */
static void *read_lines(void *argument) {
    GtpInput *input = argument;
    char *text = malloc(GTP_LINE_MAX);
    GtpLineResult result;
    while (text != NULL && (result = gtp_read_line(&input->reader, text)) != GTP_LINE_END) {
        if (result == GTP_LINE_INTERRUPT) {
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
    pthread_cond_broadcast(&input->changed);
    pthread_mutex_unlock(&input->mutex);
    return NULL;
}

GtpInput *gtp_input_new(int fd) {
    GtpInput *input = calloc(1, sizeof *input);
    if (input == NULL || pipe(input->wake) != 0) {
        free(input);
        return NULL;
    }
    gtp_reader_init(&input->reader, fd, input->wake[0]);
    pthread_mutex_init(&input->mutex, NULL);
    pthread_cond_init(&input->changed, NULL);
    if (pthread_create(&input->thread, NULL, read_lines, input) != 0) {
        close(input->wake[0]);
        close(input->wake[1]);
        free(input);
        return NULL;
    }
    return input;
}

void gtp_input_free(GtpInput *input) {
    if (input == NULL) {
        return;
    }
    pthread_mutex_lock(&input->mutex);
    input->is_closing = true;
    pthread_cond_broadcast(&input->changed);
    pthread_mutex_unlock(&input->mutex);
    close(input->wake[1]); /* the end of a pipe can be read */
    pthread_join(input->thread, NULL);
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

static bool is_ready(const GtpInput *input) {
    return input->first != NULL || input->has_ended;
}

/* With the mutex held. */
static void wait_for_line(GtpInput *input) {
    while (!is_ready(input)) {
        pthread_cond_wait(&input->changed, &input->mutex);
    }
}

GtpLineResult gtp_input_next(GtpInput *input, char line[GTP_LINE_MAX]) {
    pthread_mutex_lock(&input->mutex);
    wait_for_line(input);
    Line *first = input->first;
    if (first != NULL) {
        input->first = first->next;
        input->last = input->first == NULL ? NULL : input->last;
        input->bytes -= first->bytes;
        input->is_interrupted = first->is_interrupted;
        pthread_cond_broadcast(&input->changed);
    }
    pthread_mutex_unlock(&input->mutex);
    if (first == NULL) {
        return GTP_LINE_END;
    }
    const GtpLineResult result = first->result;
    memcpy(line, first->text, strlen(first->text) + 1);
    free(first);
    return result;
}

bool gtp_input_is_there(GtpInput *input) {
    pthread_mutex_lock(&input->mutex);
    const bool is_there = is_ready(input);
    pthread_mutex_unlock(&input->mutex);
    return is_there;
}

void gtp_input_wait(GtpInput *input) {
    pthread_mutex_lock(&input->mutex);
    wait_for_line(input);
    pthread_mutex_unlock(&input->mutex);
}

bool gtp_input_has_line(GtpInput *input) {
    pthread_mutex_lock(&input->mutex);
    const bool has_line = input->first != NULL;
    pthread_mutex_unlock(&input->mutex);
    return has_line;
}

void gtp_input_on_interrupt(GtpInput *input, _Atomic bool *flag) {
    pthread_mutex_lock(&input->mutex);
    input->interrupt = flag;
    tell_interrupt(input);
    pthread_mutex_unlock(&input->mutex);
}

void gtp_input_interrupt_by_lines(GtpInput *input, bool by_lines) {
    pthread_mutex_lock(&input->mutex);
    input->by_lines = by_lines;
    tell_interrupt(input);
    pthread_mutex_unlock(&input->mutex);
}
