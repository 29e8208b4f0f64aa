#include "gtp/page/connections.h"

#include <arpa/inet.h>
#include <event2/bufferevent.h>
#include <event2/listener.h>
#include <math.h>
#include <sys/socket.h>

#include "engine/base/clock.h"

/* The port of the other end if the descriptor is a connection of the server's; 0: it is not. */
static int find_peer(const Connections *connections, int file) {
    struct sockaddr_in own = {0}, peer = {0};
    socklen_t own_size = sizeof own, peer_size = sizeof peer;
    const bool is_connection = getsockname(file, (struct sockaddr *)&own, &own_size) == 0 &&
                               getpeername(file, (struct sockaddr *)&peer, &peer_size) == 0 &&
                               own.sin_family == AF_INET &&
                               ntohs(own.sin_port) == connections->port;
    return is_connection ? ntohs(peer.sin_port) : 0;
}

void connections_look(Connections *connections) {
    struct evconnlistener *listener = evhttp_bound_socket_get_listener(connections->socket);
    const double now = clock_seconds();
    int count = 0;
    for (int file = 0; file < CONNECTION_FILES; file++) {
        const int peer = find_peer(connections, file);
        if (peer != connections->seen[file].peer) {
            connections->seen[file].peer = peer;
            connections->seen[file].since = now;
        }
        if (peer != 0 && now - connections->seen[file].since > CONNECTION_SECONDS) {
            shutdown(file, SHUT_RDWR);
        }
        count += peer != 0;
    }
    if (count < CONNECTIONS_MAX) {
        evconnlistener_enable(listener);
    } else {
        evconnlistener_disable(listener); /* the system keeps who calls waiting */
    }
}

void connections_note(Connections *connections, struct evhttp_request *request, bool is_endless) {
    struct evhttp_connection *connection = evhttp_request_get_connection(request);
    const int file = bufferevent_getfd(evhttp_connection_get_bufferevent(connection));
    if (file >= 0 && file < CONNECTION_FILES) {
        connections->seen[file].peer = find_peer(connections, file);
        connections->seen[file].since = is_endless ? INFINITY : clock_seconds();
    }
}

/* Each connection that is accepted is given its events here. */
static struct bufferevent *accept_one(struct event_base *base, void *context) {
    connections_look(context);
    return bufferevent_socket_new(base, -1, 0);
}

bool connections_listen(Connections *connections, struct event_base *base, struct evhttp *http,
                        int port) {
    struct sockaddr_in own;
    socklen_t size = sizeof own;
    *connections = (Connections){.base = base};
    connections->socket = evhttp_bind_socket_with_handle(http, "127.0.0.1", (ev_uint16_t)port);
    if (connections->socket == NULL) {
        return false;
    }
    getsockname(evhttp_bound_socket_get_fd(connections->socket), (struct sockaddr *)&own, &size);
    connections->port = ntohs(own.sin_port);
    evhttp_set_bevcb(http, accept_one, connections);
    return true;
}
