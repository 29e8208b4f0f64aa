#include "regress/comply/connection.h"

#include "engine/base/clock.h"

#include <string.h>

static const double STOP_SECONDS = 0.3; /* for an engine to end by itself */

enum { READ_BYTES = 1 << 16 };

static void make_known(const Connection *connection, ChildProcess *child) {
    if (connection->interrupt != NULL) {
        interrupt_set_child(connection->interrupt, 0, child);
    }
}

bool connection_is_open(const Connection *connection) {
    return connection->process.child != NULL;
}

bool connection_start(Connection *connection, Status *status) {
    text_clear(&connection->received);
    connection->is_finished = false;
    if (!engine_process_start(&connection->process, NULL, connection->command,
                              connection->error_path, status)) {
        return false;
    }
    make_known(connection, connection->process.child);
    return true;
}

static bool is_full(const Connection *connection) {
    return connection->received.length >= CONNECTION_RECEIVED_MAX;
}

/* Returns false if nothing was there to be read. */
static bool read_more(Connection *connection) {
    char bytes[READ_BYTES];
    const ptrdiff_t count = child_read(connection->process.child, bytes, sizeof bytes);
    size_t kept = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        if (bytes[i] != '\r') {
            bytes[kept++] = bytes[i] == '\0' ? '\x01' : bytes[i];
        }
    }
    connection->is_finished = count < 0;
    if (kept > 0) {
        text_append(&connection->received, bytes, kept);
    }
    return count > 0;
}

bool connection_send(Connection *connection, const char *bytes, size_t count, double seconds) {
    const double end = clock_seconds() + seconds;
    while (count > 0 && connection_is_open(connection)) {
        const double left = end - clock_seconds();
        bool can_read = false, can_write = false;
        if (left <= 0 || is_full(connection)) {
            return false;
        }
        if (connection->is_finished) { /* its end would be reported again and again */
            can_write = true;
        } else {
            child_wait(connection->process.child, left, &can_read, &can_write);
        }
        if (can_read) {
            read_more(connection);
        }
        const ptrdiff_t sent = can_write ? child_write(connection->process.child, bytes, count) : 0;
        if (sent < 0 || (sent == 0 && connection->is_finished)) {
            return false;
        }
        bytes += sent;
        count -= (size_t)sent;
    }
    return count == 0;
}

void connection_close_input(Connection *connection) {
    child_close_input(connection->process.child);
}

bool connection_receive(Connection *connection, double seconds) {
    const double end = clock_seconds() + seconds;
    while (connection_is_open(connection) && !connection->is_finished && !is_full(connection)) {
        const double left = end - clock_seconds();
        bool can_read = false;
        if (left <= 0) {
            return false;
        }
        child_wait(connection->process.child, left, &can_read, NULL);
        if (can_read && read_more(connection)) {
            return true;
        }
    }
    return false;
}

void connection_take(Connection *connection, size_t count) {
    Text *text = &connection->received;
    memmove(text->bytes, text->bytes + count, text->length - count);
    text->length -= count;
    text->bytes[text->length] = '\0';
}

bool connection_finish(Connection *connection, double seconds, Status *status) {
    ChildProcess *child = connection->process.child;
    const bool has_ended = child_wait_for_end(child, seconds);
    make_known(connection, NULL);
    const ChildEnd how = child_finish(child);
    connection->process.child = NULL;
    if (!has_ended) {
        return status_fail(status, "the engine still ran after %.3g s", seconds);
    }
    if (how.signal != 0) {
        return status_fail(status, "the engine was ended by signal %d", how.signal);
    }
    return how.exit_status == 0 ||
           status_fail(status, "the engine ended with exit status %d", how.exit_status);
}

void connection_stop(Connection *connection) {
    Status ignored;
    if (connection_is_open(connection)) {
        make_known(connection, NULL);
        engine_process_stop(&connection->process, STOP_SECONDS, &ignored);
    }
    text_clear(&connection->received);
}
