/* The session runs in a thread of its own, between two pipes; this thread moves what is read and
 * written. Rank 0 is done when all ranks have said that their sessions are over. */
#include "gtp/json/distribute.h"

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
    DISTRIBUTION_INPUT = 1, /* bytes of the input; none: it has ended */
    DISTRIBUTION_OUTPUT,    /* whole lines */
    DISTRIBUTION_OVER,      /* the sender's session is over */
} DistributionKind;

typedef struct {
    Mpi *mpi;
    const Settings *settings;
    SessionOptions options;
    int to_session[2], from_session[2]; /* pipes: the end to read, the end to write; -1: closed */
    int input;                          /* -1: not rank 0, or it has ended */
    Output *output;                     /* NULL: not rank 0 */
    int over;                           /* how many sessions rank 0 knows to be over */
    Text unsent;                        /* of the session's lines: the last may not be whole */
    bool ok;                            /* the session's result, once its thread is joined */
    Status status;
} SessionDistribution;

static void close_end(int *fd) {
    if (*fd >= 0) {
        close(*fd);
        *fd = -1;
    }
}

static void *run_session(void *argument) {
    SessionDistribution *distribution = argument;
    distribution->ok = session_run_json(distribution->settings, &distribution->options,
                                        distribution->to_session[0], distribution->from_session[1],
                                        &distribution->status);
    close_end(&distribution->from_session[1]);
    return NULL;
}

/* ---- What is read ---- */

/* The session always reads on, so this does not wait for long. */
static void feed_session(SessionDistribution *distribution, const char *bytes, size_t length) {
    if (length == 0) {
        close_end(&distribution->to_session[1]);
    }
    while (length > 0 && distribution->to_session[1] >= 0) {
        const ssize_t count = write(distribution->to_session[1], bytes, length);
        if (count > 0) {
            bytes += count;
            length -= (size_t)count;
        } else if (errno != EINTR) {
            close_end(&distribution->to_session[1]); /* the session could not start */
        }
    }
}

/* Sends bytes of the input to all ranks; none: it has ended. */
static void send_input(SessionDistribution *distribution, const char *bytes, size_t length) {
    for (int rank = 1; rank < mpi_size(distribution->mpi); rank++) {
        mpi_send(distribution->mpi, rank, DISTRIBUTION_INPUT, bytes, length);
    }
    feed_session(distribution, bytes, length);
}

static void read_input(SessionDistribution *distribution) {
    char chunk[CHUNK_BYTES];
    const ssize_t count = read(distribution->input, chunk, sizeof chunk);
    if (count > 0) {
        send_input(distribution, chunk, (size_t)count);
    } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
        distribution->input = -1;
        send_input(distribution, NULL, 0);
    }
}

/* ---- What is written ---- */

static void hand_over(SessionDistribution *distribution, const char *lines, size_t length) {
    if (length == 0) {
        return;
    }
    if (distribution->output != NULL) {
        output_add(distribution->output, lines, length);
    } else {
        mpi_send(distribution->mpi, 0, DISTRIBUTION_OUTPUT, lines, length);
    }
}

static void end_output(SessionDistribution *distribution) {
    close_end(&distribution->from_session[0]);
    mpi_send(distribution->mpi, 0, DISTRIBUTION_OVER, NULL, 0);
}

/* Hands over the whole lines of what the session has written. */
static void read_session(SessionDistribution *distribution) {
    char chunk[CHUNK_BYTES];
    const ssize_t count = read(distribution->from_session[0], chunk, sizeof chunk);
    if (count <= 0) {
        if (count == 0 || errno != EINTR) {
            end_output(distribution);
        }
        return;
    }
    text_append(&distribution->unsent, chunk, (size_t)count);
    const char *last = memrchr(distribution->unsent.bytes, '\n', distribution->unsent.length);
    if (last != NULL) {
        Text rest = {0};
        const size_t whole = (size_t)(last - distribution->unsent.bytes) + 1;
        text_append(&rest, last + 1, distribution->unsent.length - whole);
        hand_over(distribution, distribution->unsent.bytes, whole);
        text_free(&distribution->unsent);
        distribution->unsent = rest;
    }
}

/* ---- The relay ---- */

static void take_messages(SessionDistribution *distribution) {
    MpiMessage message;
    while (mpi_receive(distribution->mpi, &message)) {
        switch ((DistributionKind)message.kind) {
        case DISTRIBUTION_INPUT:
            feed_session(distribution, message.bytes, message.length);
            break;
        case DISTRIBUTION_OUTPUT:
            hand_over(distribution, message.bytes, message.length);
            break;
        case DISTRIBUTION_OVER:
            distribution->over++;
            break;
        }
        free(message.bytes);
    }
}

static bool is_over(const SessionDistribution *distribution) {
    return distribution->output == NULL ? distribution->from_session[0] < 0
                                        : distribution->over == mpi_size(distribution->mpi);
}

static void relay(SessionDistribution *distribution) {
    while (!is_over(distribution)) {
        struct pollfd ends[2] = {{.fd = distribution->input, .events = POLLIN},
                                 {.fd = distribution->from_session[0], .events = POLLIN}};
        if (poll(ends, 2, POLL_MILLISECONDS) > 0) {
            if (ends[0].revents != 0) {
                read_input(distribution);
            }
            if (ends[1].revents != 0) {
                read_session(distribution);
            }
        }
        take_messages(distribution);
    }
}

static bool open_pipes(SessionDistribution *distribution, Status *status) {
    return (pipe(distribution->to_session) == 0 && pipe(distribution->from_session) == 0) ||
           status_fail(status, "a pipe cannot be made: %.100s", strerror(errno));
}

bool distribute_run(Mpi *mpi, const Settings *settings, SessionOptions options, int input,
                    int output, Status *status) {
    const bool is_first = mpi_rank(mpi) == 0;
    SessionDistribution distribution = {.mpi = mpi,
                                        .settings = settings,
                                        .options = options,
                                        .to_session = {-1, -1},
                                        .from_session = {-1, -1},
                                        .input = is_first ? input : -1,
                                        .output = is_first ? output_new(output) : NULL};
    distribution.options.share = (SessionShare){mpi_rank(mpi), mpi_size(mpi)};
    pthread_t thread;
    bool ok = (!is_first || distribution.output != NULL || status_fail(status, "out of memory")) &&
              open_pipes(&distribution, status) &&
              (pthread_create(&thread, NULL, run_session, &distribution) == 0 ||
               status_fail(status, "out of threads"));
    if (ok) {
        relay(&distribution);
        pthread_join(thread, NULL);
        ok = distribution.ok;
        *status = ok ? *status : distribution.status;
    }
    close_end(&distribution.to_session[0]);
    close_end(&distribution.to_session[1]);
    close_end(&distribution.from_session[0]);
    close_end(&distribution.from_session[1]);
    text_free(&distribution.unsent);
    if (distribution.output != NULL) {
        output_free(distribution.output);
    }
    return ok;
}
