/* The session runs in its own thread, between two pipes; this thread moves its input and output.
 * Rank 0 ends when the sessions of all ranks are over. */
#include "gtp/json/distribute.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/os/streams.h"
#include "engine/base/os/thread.h"
#include "gtp/json/output.h"

enum { CHUNK_BYTES = 1 << 16 };

static const double WAIT_SECONDS = 0.002; /* between looks for messages */

typedef enum {
    RELAY_INPUT = 1, /* bytes of the input; none: it has ended */
    RELAY_OUTPUT,    /* whole lines */
    RELAY_OVER,      /* the sender's session is over */
} RelayKind;

typedef struct {
    Mpi *mpi;
    const Settings *settings;
    AnalysisSessionOptions options;
    int to_session[2], from_session[2]; /* pipes: the end to read, the end to write; -1: closed */
    int input;                          /* -1: not rank 0, or it has ended */
    Output *output;                     /* NULL: not rank 0 */
    int over;                           /* sessions that have ended, as rank 0 knows */
    Text unsent;                        /* of the session's lines: the last may not be whole */
    bool ok;                            /* the session's result, once its thread is joined */
    Status status;
} Relay;

static void close_end(int *fd) {
    if (*fd >= 0) {
        stream_close(*fd);
    }
    *fd = -1;
}

static void *run_session(void *argument) {
    Relay *relay = argument;
    relay->ok = analysis_session_run(relay->settings, &relay->options, relay->to_session[0],
                                     relay->from_session[1], &relay->status);
    close_end(&relay->from_session[1]);
    return NULL;
}

/* ---- What is read ---- */

/* The session always reads on, so this does not wait for long. */
static void feed_session(Relay *relay, const char *bytes, size_t length) {
    if (length == 0) {
        close_end(&relay->to_session[1]);
    }
    if (length > 0 && relay->to_session[1] >= 0 &&
        !stream_write(relay->to_session[1], bytes, length)) {
        close_end(&relay->to_session[1]); /* the session could not start */
    }
}

/* Sends bytes of the input to all ranks; none: it has ended. */
static void send_input(Relay *relay, const char *bytes, size_t length) {
    for (int rank = 1; rank < mpi_size(relay->mpi); rank++) {
        mpi_send(relay->mpi, rank, RELAY_INPUT, bytes, length);
    }
    feed_session(relay, bytes, length);
}

static void read_input(Relay *relay) {
    char chunk[CHUNK_BYTES];
    const ptrdiff_t count = stream_read(relay->input, chunk, sizeof chunk);
    if (count > 0) {
        send_input(relay, chunk, (size_t)count);
    } else {
        relay->input = -1;
        send_input(relay, NULL, 0);
    }
}

/* ---- What is written ---- */

static void hand_over(Relay *relay, const char *lines, size_t length) {
    if (length > 0 && relay->output != NULL) {
        output_add(relay->output, lines, length);
    } else if (length > 0) {
        mpi_send(relay->mpi, 0, RELAY_OUTPUT, lines, length);
    }
}

/* Hands over the whole lines of what the session has written. */
static void read_session(Relay *relay) {
    char chunk[CHUNK_BYTES];
    const ptrdiff_t count = stream_read(relay->from_session[0], chunk, sizeof chunk);
    if (count <= 0) {
        close_end(&relay->from_session[0]);
        mpi_send(relay->mpi, 0, RELAY_OVER, NULL, 0);
        return;
    }
    text_append(&relay->unsent, chunk, (size_t)count);
    size_t whole = relay->unsent.length;
    while (whole > 0 && relay->unsent.bytes[whole - 1] != '\n') {
        whole--;
    }
    if (whole > 0) {
        Text rest = {0};
        text_append(&rest, relay->unsent.bytes + whole, relay->unsent.length - whole);
        hand_over(relay, relay->unsent.bytes, whole);
        text_free(&relay->unsent);
        relay->unsent = rest;
    }
}

/* ---- The relay ---- */

static void take_messages(Relay *relay) {
    MpiMessage message;
    while (mpi_receive(relay->mpi, &message)) {
        switch ((RelayKind)message.kind) {
        case RELAY_INPUT:
            feed_session(relay, message.bytes, message.length);
            break;
        case RELAY_OUTPUT:
            hand_over(relay, message.bytes, message.length);
            break;
        case RELAY_OVER:
            relay->over++;
            break;
        }
        free(message.bytes);
    }
}

static void run_relay(Relay *relay) {
    while (relay->output == NULL ? relay->from_session[0] >= 0
                                 : relay->over < mpi_size(relay->mpi)) {
        StreamEvent events[2] = {{relay->input, STREAM_READABLE, false},
                                 {relay->from_session[0], STREAM_READABLE, false}};
        streams_wait(events, 2, WAIT_SECONDS);
        if (events[0].has_happened) {
            read_input(relay);
        }
        if (events[1].has_happened) {
            read_session(relay);
        }
        take_messages(relay);
    }
}

bool distribute_run(Mpi *mpi, const Settings *settings, AnalysisSessionOptions options, int input,
                    int output, Status *status) {
    const bool is_first = mpi_rank(mpi) == 0;
    Relay relay = {.mpi = mpi,
                   .settings = settings,
                   .options = options,
                   .to_session = {-1, -1},
                   .from_session = {-1, -1},
                   .input = is_first ? input : -1,
                   .output = is_first ? output_new(output) : NULL};
    relay.options.share = (AnalysisShare){mpi_rank(mpi), mpi_size(mpi)};
    pthread_t thread;
    bool ok =
        (!is_first || relay.output != NULL || status_fail(status, "out of memory")) &&
        ((stream_pipe(relay.to_session) && stream_pipe(relay.from_session)) ||
         status_fail(status, "a pipe cannot be made: %.100s", strerror(errno))) &&
        (thread_start(&thread, run_session, &relay) == 0 || status_fail(status, "out of threads"));
    if (ok) {
        run_relay(&relay);
        pthread_join(thread, NULL);
        ok = relay.ok;
        *status = ok ? *status : relay.status;
    }
    close_end(&relay.to_session[0]);
    close_end(&relay.to_session[1]);
    close_end(&relay.from_session[0]);
    close_end(&relay.from_session[1]);
    text_free(&relay.unsent);
    if (relay.output != NULL) {
        output_free(relay.output);
    }
    return ok;
}
