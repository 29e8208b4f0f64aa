/* Waiting by poll. */
#include "engine/base/os/streams.h"

#include "engine/base/clock.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <unistd.h>

/* Milliseconds for poll, rounded up: rounded down, the last one would be spent polling with 0. */
static int poll_time(double seconds) {
    return seconds == INFINITY                ? -1
           : seconds < (double)INT_MAX / 1000 ? (int)ceil(1000 * fmax(seconds, 0))
                                              : INT_MAX;
}

static short poll_flags(StreamEventKind kind) {
    switch (kind) {
    case STREAM_READABLE:
        return POLLIN;
    case STREAM_WRITABLE:
        return POLLOUT;
    case STREAM_LOST_READER: /* a pipe reports it by POLLERR, a socket or terminal by POLLHUP, both
                                unasked */
        return 0;
    }
    return 0;
}

/* Marks what has happened. A stream on which something else has, such as one that cannot be polled,
 * is not asked again. */
static int mark(StreamEvent *events, struct pollfd *fds, int count) {
    int happened = 0;
    for (int i = 0; i < count; i++) {
        const int wanted = events[i].kind == STREAM_LOST_READER ? POLLERR | POLLHUP : ~0;
        events[i].has_happened = (fds[i].revents & wanted) != 0;
        happened += events[i].has_happened;
        fds[i].fd = fds[i].revents != 0 ? -1 : fds[i].fd;
    }
    return happened;
}

int streams_wait(StreamEvent *events, int count, double seconds) {
    struct pollfd fds[STREAM_EVENTS_MAX];
    assert(count <= STREAM_EVENTS_MAX);
    for (int i = 0; i < count; i++) {
        fds[i] = (struct pollfd){.fd = events[i].stream, .events = poll_flags(events[i].kind)};
        events[i].has_happened = false;
    }
    const double end = seconds == INFINITY ? INFINITY : clock_seconds() + seconds;
    for (;;) {
        const int ready = poll(fds, (nfds_t)count, poll_time(seconds));
        const int happened = ready > 0 ? mark(events, fds, count) : 0;
        if (happened > 0 || ready == 0 || (ready < 0 && errno != EINTR)) {
            return happened;
        }
        seconds = end == INFINITY ? INFINITY : end - clock_seconds();
    }
}

bool stream_pipe(int ends[2]) {
#ifdef __APPLE__ /* has no pipe2: another thread may fork before FD_CLOEXEC is set */
    return pipe(ends) == 0 && fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
#else
    return pipe2(ends, O_CLOEXEC) == 0;
#endif
}

ptrdiff_t stream_read(int stream, void *bytes, size_t size) {
    for (;;) {
        const ssize_t count = read(stream, bytes, size);
        if (count >= 0 || (errno != EINTR && errno != EAGAIN)) {
            return count;
        }
        if (errno == EAGAIN) {
            streams_wait(&(StreamEvent){stream, STREAM_READABLE, false}, 1, INFINITY);
        }
    }
}

bool stream_write(int stream, const void *bytes, size_t count) {
    const char *at = bytes;
    while (count > 0) {
        const ssize_t written = write(stream, at, count);
        if (written > 0) {
            at += written;
            count -= (size_t)written;
        } else if (written < 0 && errno == EAGAIN) {
            streams_wait(&(StreamEvent){stream, STREAM_WRITABLE, false}, 1, INFINITY);
        } else if (written == 0 || errno != EINTR) {
            return false;
        }
    }
    return true;
}
