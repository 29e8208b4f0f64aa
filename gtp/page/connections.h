/* The connections of the server: no more than CONNECTIONS_MAX at a time, of which those that ask
 * nothing are closed. libevent's own limit is on pauses: it lets a request come a byte at a time,
 * for good.
 *
 * One thread, that of the event loop. */
#ifndef GTP_PAGE_CONNECTIONS_H
#define GTP_PAGE_CONNECTIONS_H

#include <event2/http.h>
#include <stdbool.h>

enum {
    CONNECTIONS_MAX = 64,
    CONNECTION_SECONDS = 60, /* for a request */
    CONNECTION_FILES = 256,  /* descriptors that connections can have */
};

typedef struct {
    struct event_base *base;
    struct evhttp_bound_socket *socket;
    int port;
    struct {
        int peer;     /* the other end's port; 0: none */
        double since; /* when it was seen first, or has asked last */
    } seen[CONNECTION_FILES];
} Connections;

/* Listens on the loopback address alone; port 0: a free one. Returns false if the port is taken. */
bool connections_listen(Connections *connections, struct event_base *base, struct evhttp *http,
                        int port);

/* To be called every second. */
void connections_look(Connections *connections);

/* A request has come on this connection; if it has no end, as a stream, the connection stays. */
void connections_note(Connections *connections, struct evhttp_request *request, bool is_endless);

#endif
