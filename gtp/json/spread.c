/* The session runs in a thread of its own, between two pipes; this thread moves what is read and
 * written. Rank 0 is done when all ranks have said that their sessions are over. */
#include "gtp/json/spread.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/memory.h"
#include "gtp/json/output.h"

enum { CHUNK_BYTES = 1 << 16, POLL_MILLISECONDS = 2 };

typedef enum {
    SPREAD_INPUT = 1, /* bytes of the input; none: it has ended */
    SPREAD_OUTPUT,    /* whole lines */
    SPREAD_OVER,      /* the sender's session is over */
} SpreadKind;

typedef struct {
    Ranks *ranks;
    const Settings *settings;
    SessionOptions options;
    int to_session[2], from_session[2]; /* pipes: the end to read, the end to write; -1: closed */
    int input;                          /* -1: not rank 0, or it has ended */
    Output *output;                     /* NULL: not rank 0 */
    int over;                           /* how many sessions rank 0 knows to be over */
    Text unsent;                        /* of the session's lines: the last may not be whole */
    bool ok;                            /* the session's result, once its thread is joined */
    Status status;
} Spread;

static void close_end(int *fd) {
    if (*fd >= 0) {
        close(*fd);
        *fd = -1;
    }
}

static void *run_session(void *argument) {
    Spread *spread = argument;
    spread->ok = session_run_json(spread->settings, &spread->options, spread->to_session[0],
                                  spread->from_session[1], &spread->status);
    close_end(&spread->from_session[1]);
    return NULL;
}

/* ---- What is read ---- */

/* The session always reads on, so this does not wait for long. */
static void feed_session(Spread *spread, const char *bytes, size_t length) {
    if (length == 0) {
        close_end(&spread->to_session[1]);
    }
    while (length > 0 && spread->to_session[1] >= 0) {
        const ssize_t count = write(spread->to_session[1], bytes, length);
        if (count > 0) {
            bytes += count;
            length -= (size_t)count;
        } else if (errno != EINTR) {
            close_end(&spread->to_session[1]); /* the session could not start */
        }
    }
}

/* Sends bytes of the input to all ranks; none: it has ended. */
static void send_input(Spread *spread, const char *bytes, size_t length) {
    for (int rank = 1; rank < ranks_count(spread->ranks); rank++) {
        ranks_send(spread->ranks, rank, SPREAD_INPUT, bytes, length);
    }
    feed_session(spread, bytes, length);
}

static void read_input(Spread *spread) {
    char chunk[CHUNK_BYTES];
    const ssize_t count = read(spread->input, chunk, sizeof chunk);
    if (count > 0) {
        send_input(spread, chunk, (size_t)count);
    } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
        spread->input = -1;
        send_input(spread, NULL, 0);
    }
}

/* ---- What is written ---- */

static void hand_over(Spread *spread, const char *lines, size_t length) {
    if (length == 0) {
        return;
    }
    if (spread->output != NULL) {
        output_add(spread->output, lines, length);
    } else {
        ranks_send(spread->ranks, 0, SPREAD_OUTPUT, lines, length);
    }
}

static void end_output(Spread *spread) {
    close_end(&spread->from_session[0]);
    ranks_send(spread->ranks, 0, SPREAD_OVER, NULL, 0);
}

/* Hands over the whole lines of what the session has written. */
static void read_session(Spread *spread) {
    char chunk[CHUNK_BYTES];
    const ssize_t count = read(spread->from_session[0], chunk, sizeof chunk);
    if (count <= 0) {
        if (count == 0 || errno != EINTR) {
            end_output(spread);
        }
        return;
    }
    text_append(&spread->unsent, chunk, (size_t)count);
    const char *last = memrchr(spread->unsent.bytes, '\n', spread->unsent.length);
    if (last != NULL) {
        Text rest = {0};
        const size_t whole = (size_t)(last - spread->unsent.bytes) + 1;
        text_append(&rest, last + 1, spread->unsent.length - whole);
        hand_over(spread, spread->unsent.bytes, whole);
        text_free(&spread->unsent);
        spread->unsent = rest;
    }
}

/* ---- The relay ---- */

static void take_messages(Spread *spread) {
    RankMessage message;
    while (ranks_receive(spread->ranks, &message)) {
        switch ((SpreadKind)message.kind) {
        case SPREAD_INPUT:
            feed_session(spread, message.bytes, message.length);
            break;
        case SPREAD_OUTPUT:
            hand_over(spread, message.bytes, message.length);
            break;
        case SPREAD_OVER:
            spread->over++;
            break;
        }
        free(message.bytes);
    }
}

static bool is_over(const Spread *spread) {
    return spread->output == NULL ? spread->from_session[0] < 0
                                  : spread->over == ranks_count(spread->ranks);
}

static void relay(Spread *spread) {
    while (!is_over(spread)) {
        struct pollfd ends[2] = {{.fd = spread->input, .events = POLLIN},
                                 {.fd = spread->from_session[0], .events = POLLIN}};
        if (poll(ends, 2, POLL_MILLISECONDS) > 0) {
            if (ends[0].revents != 0) {
                read_input(spread);
            }
            if (ends[1].revents != 0) {
                read_session(spread);
            }
        }
        take_messages(spread);
    }
}

static bool open_pipes(Spread *spread, Status *status) {
    return (pipe(spread->to_session) == 0 && pipe(spread->from_session) == 0) ||
           status_fail(status, "a pipe cannot be made: %.100s", strerror(errno));
}

bool spread_run(Ranks *ranks, const Settings *settings, SessionOptions options, int input,
                int output, Status *status) {
    const bool is_first = ranks_own(ranks) == 0;
    Spread spread = {.ranks = ranks,
                     .settings = settings,
                     .options = options,
                     .to_session = {-1, -1},
                     .from_session = {-1, -1},
                     .input = is_first ? input : -1,
                     .output = is_first ? output_new(output) : NULL};
    spread.options.share = (SessionShare){ranks_own(ranks), ranks_count(ranks)};
    pthread_t thread;
    bool ok = (!is_first || spread.output != NULL || status_fail(status, "out of memory")) &&
              open_pipes(&spread, status) &&
              (pthread_create(&thread, NULL, run_session, &spread) == 0 ||
               status_fail(status, "out of threads"));
    if (ok) {
        relay(&spread);
        pthread_join(thread, NULL);
        ok = spread.ok;
        *status = ok ? *status : spread.status;
    }
    close_end(&spread.to_session[0]);
    close_end(&spread.to_session[1]);
    close_end(&spread.from_session[0]);
    close_end(&spread.from_session[1]);
    text_free(&spread.unsent);
    if (spread.output != NULL) {
        output_free(spread.output);
    }
    return ok;
}
