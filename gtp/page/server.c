#include "gtp/page/server.h"

#include <arpa/inet.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/keyvalq_struct.h>
#include <event2/listener.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/base/os/files.h"
#include "engine/base/os/system.h"
#include "engine/eval/inside/inside.h"
#include "engine/review/judgement.h"
#include "gtp/web/web_session.h"
#include "page/app.h"
#include "page/report/page.h"

enum {
    TOKEN_BYTES = 16,
    TOKEN_DIGITS = 2 * TOKEN_BYTES,
    BODY_MAX = 4 << 20,
    HEADERS_MAX = 16 << 10,
    CONNECTIONS_MAX = 64,
    FILES_MAX = 256,  /* descriptors that connections can have */
    PAUSE_MAX = 30,   /* seconds in a request */
    REQUEST_MAX = 60, /* seconds from one request to the end of the next */
    EMPTY_MAX = 60,   /* seconds without a tab */
    BEAT_SECONDS = 10,
    STATUS_SEE = 303, /* another address */
    STATUS_REFUSED = 403,
    STATUS_EXISTS = 409,
    STATUS_UNREADABLE = 422,
};

struct Server {
    const ServerOptions *options;
    struct evhttp *http;
    struct evhttp_bound_socket *socket;
    int port;
    struct {
        int peer;     /* the other end's port; 0: no connection */
        double since; /* when it was seen first, or has asked last */
    } seen[FILES_MAX];
    Tabs *tabs;
    char token[TOKEN_DIGITS + 1];
    char once[TOKEN_DIGITS + 1]; /* "": used */
    Text address, opening_address, page, policy, greeting;
    int seconds;   /* since the start */
    int last_seen; /* when there was a tab */
    bool had_tab;
};

/* A request that may be answered. */
typedef struct {
    Server *server;
    struct evhttp_request *http;
    const Folder *folder;
    const char *rest; /* of the path, behind the route's */
    char *body;       /* and a NUL */
    size_t length;
} Call;

/* ---- Replies ---- */

static void reply_bytes(const Call *call, int code, const char *type, const char *bytes,
                        size_t length) {
    struct evbuffer *body = memory_check(evbuffer_new());
    evbuffer_add(body, bytes, length);
    evhttp_add_header(evhttp_request_get_output_headers(call->http), "Content-Type", type);
    evhttp_send_reply(call->http, code, NULL, body);
    evbuffer_free(body);
}

static void reply_text(const Call *call, int code, const char *text) {
    reply_bytes(call, code, "text/plain; charset=utf-8", text, strlen(text));
}

static void reply_json(const Call *call, json_t *value) {
    Text text = {0};
    json_add_text(value, &text);
    reply_bytes(call, HTTP_OK, "application/json", text_get(&text), text.length);
    text_free(&text);
}

static void reply_done(const Call *call, bool ok, const Status *status) {
    reply_text(call, ok ? HTTP_OK : HTTP_INTERNAL, ok ? "" : status->text);
}

static const char *header_of(struct evhttp_request *request, const char *name) {
    const char *value = evhttp_find_header(evhttp_request_get_input_headers(request), name);
    return value == NULL ? "" : value;
}

/* ---- Connections ----
 * libevent's own limit is on pauses: it lets a request come a byte at a time, for good. */

/* The port of the other end if the descriptor is a connection; 0: it is not. All are the server's.
 */
static int find_peer(int file) {
    struct sockaddr_in peer = {0};
    socklen_t size = sizeof peer;
    const bool is_connection =
        getpeername(file, (struct sockaddr *)&peer, &size) == 0 && peer.sin_family == AF_INET;
    return is_connection ? ntohs(peer.sin_port) : 0;
}

/* Ends those that ask nothing, and accepts more if there are not too many. */
static void look_at_connections(Server *server) {
    struct evconnlistener *listener = evhttp_bound_socket_get_listener(server->socket);
    const double now = clock_seconds();
    int count = 0;
    for (int file = 0; file < FILES_MAX; file++) {
        const int peer = find_peer(file);
        if (peer != server->seen[file].peer) {
            server->seen[file].peer = peer;
            server->seen[file].since = now;
        }
        if (peer != 0 && now - server->seen[file].since > REQUEST_MAX) {
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

/* A request has come at this time; INFINITY: its reply, a stream, has no end. */
static void note_request(Server *server, struct evhttp_request *request, double when) {
    struct evhttp_connection *connection = evhttp_request_get_connection(request);
    const int file = bufferevent_getfd(evhttp_connection_get_bufferevent(connection));
    if (file >= 0 && file < FILES_MAX) {
        server->seen[file].peer = find_peer(file);
        server->seen[file].since = when;
    }
}

/* Each connection that is accepted is given its events here. */
static struct bufferevent *accept_one(struct event_base *base, void *context) {
    look_at_connections(context);
    return bufferevent_socket_new(base, -1, 0);
}

/* On the loopback address alone; port 0: a free one. */
static bool listen_on(Server *server, int port) {
    struct sockaddr_in own;
    socklen_t size = sizeof own;
    server->socket = evhttp_bind_socket_with_handle(server->http, "127.0.0.1", (ev_uint16_t)port);
    if (server->socket == NULL) {
        return false;
    }
    getsockname(evhttp_bound_socket_get_fd(server->socket), (struct sockaddr *)&own, &size);
    server->port = ntohs(own.sin_port);
    evhttp_set_bevcb(server->http, accept_one, server);
    return true;
}

/* ---- What is asked for ---- */

static void send_page(const Call *call) {
    const Server *server = call->server;
    evhttp_add_header(evhttp_request_get_output_headers(call->http), "Content-Security-Policy",
                      text_get(&server->policy));
    reply_bytes(call, HTTP_OK, "text/html; charset=utf-8", text_get(&server->page),
                server->page.length);
}

static void open_stream(const Call *call) {
    Server *server = call->server;
    Status status;
    if (!tabs_open(server->tabs, header_of(call->http, "X-Tab"), call->http, &server->greeting,
                   &status)) {
        reply_text(call, HTTP_SERVUNAVAIL, status.text);
        return;
    }
    note_request(server, call->http, INFINITY);
    server->had_tab = true;
}

static void take_lines(const Call *call) {
    Status status;
    const int engine = call->rest[0] - '0';
    const int most = call->server->options->reviews != NULL ? TAB_REVIEWER : TAB_ENGINES - 1;
    const bool ok =
        (engine >= 0 && engine <= most) || status_fail(&status, "there is no such engine");
    reply_done(call,
               ok && tabs_write(call->server->tabs, header_of(call->http, "X-Tab"), engine,
                                call->body, call->length, &status),
               &status);
}

static void choose_network(const Call *call) {
    Status status;
    const FileList *networks = &call->server->options->networks;
    const TabNetwork which =
        strcmp(call->rest, "human") == 0 ? TAB_NETWORK_HUMAN : TAB_NETWORK_MAIN;
    const char *path = NULL;
    for (int i = 0; i < networks->count && path == NULL; i++) {
        const char *each = networks->items[i];
        path = strcmp(each + os_folder_length(each), call->body) == 0 ? each : NULL;
    }
    const bool ok =
        (path != NULL || call->length == 0 ||
         status_fail(&status, "%.120s: no such network", call->body)) &&
        tabs_set_network(call->server->tabs, header_of(call->http, "X-Tab"), which, path, &status);
    reply_done(call, ok, &status);
}

static void convert_record(const Call *call) {
    Status status;
    char *sgf = web_read_record(call->body, call->length, &status);
    reply_text(call, sgf != NULL ? HTTP_OK : STATUS_UNREADABLE, sgf != NULL ? sgf : status.text);
    free(sgf);
}

static void judge_game(const Call *call) {
    Status status;
    char *answer = judgement_answer(call->body, &status);
    reply_text(call, answer != NULL ? HTTP_OK : STATUS_UNREADABLE,
               answer != NULL ? answer : status.text);
    free(answer);
}

static void list_folder(const Call *call) {
    reply_json(call, folder_list(call->folder));
}

static void read_heads(const Call *call) {
    reply_json(call, folder_read_heads(call->folder, call->body));
}

static void send_file(const Call *call) {
    static const char *const PAGE[] = {".html", NULL};
    Status status;
    size_t length;
    char *bytes = folder_read(call->folder, call->rest, &length, &status);
    if (bytes != NULL) {
        reply_bytes(call, HTTP_OK,
                    file_name_ends(call->rest, PAGE) ? "text/html; charset=utf-8"
                                                     : "application/octet-stream",
                    bytes, length);
    } else {
        reply_text(call, HTTP_NOTFOUND, status.text);
    }
    free(bytes);
}

/* A page of the reviews. It may do nothing but show itself. */
static void send_review(const Call *call) {
    static const char POLICY[] =
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'; sandbox allow-scripts allow-downloads";
    Call file = *call;
    file.rest += strcspn(file.rest, "/");
    file.rest += *file.rest == '/';
    evhttp_add_header(evhttp_request_get_output_headers(call->http), "Content-Security-Policy",
                      POLICY);
    send_file(&file);
}

static void save_record(const Call *call) {
    Status status;
    const bool may_replace = header_of(call->http, "X-Replace")[0] != '\0';
    const FolderResult result =
        folder_save(call->folder, call->rest, call->body, call->length, may_replace, &status);
    if (result == FOLDER_EXISTS) {
        reply_text(call, STATUS_EXISTS, "");
    } else {
        reply_done(call, result == FOLDER_SAVED, &status);
    }
}

static const char REVIEWS[] = "/review/"; /* then the token, since links lead from page to page */

typedef enum { NO_FOLDER, RECORDS, PAGES } RouteFolder;

typedef struct {
    enum evhttp_cmd_type method;
    const char *path; /* what ends with '/' goes on, but for "/" itself */
    RouteFolder needs;
    void (*serve)(const Call *call);
} Route;

static const Route ROUTES[] = {
    {EVHTTP_REQ_GET, "/", NO_FOLDER, send_page},
    {EVHTTP_REQ_GET, "/stream", NO_FOLDER, open_stream},
    {EVHTTP_REQ_POST, "/lines/", NO_FOLDER, take_lines},
    {EVHTTP_REQ_POST, "/network/", NO_FOLDER, choose_network},
    {EVHTTP_REQ_POST, "/convert", NO_FOLDER, convert_record},
    {EVHTTP_REQ_POST, "/judge", NO_FOLDER, judge_game},
    {EVHTTP_REQ_GET, "/records", RECORDS, list_folder},
    {EVHTTP_REQ_POST, "/heads", RECORDS, read_heads},
    {EVHTTP_REQ_GET, "/record/", RECORDS, send_file},
    {EVHTTP_REQ_POST, "/save/", RECORDS, save_record},
    {EVHTTP_REQ_GET, REVIEWS, PAGES, send_review},
};

static void serve(Call *call, const char *path) {
    const ServerOptions *options = call->server->options;
    const Folder *const folders[] = {NULL, options->folder, options->reviews};
    for (size_t i = 0; i < sizeof ROUTES / sizeof ROUTES[0]; i++) {
        const Route *route = &ROUTES[i];
        const size_t length = strlen(route->path);
        const bool has_rest = length > 1 && route->path[length - 1] == '/';
        if (evhttp_request_get_command(call->http) == route->method &&
            (route->needs == NO_FOLDER || folders[route->needs] != NULL) &&
            strncmp(path, route->path, length) == 0 && (has_rest || path[length] == '\0')) {
            struct evbuffer *body = evhttp_request_get_input_buffer(call->http);
            call->folder = folders[route->needs];
            call->rest = path + length;
            call->length = evbuffer_get_length(body);
            call->body = memory_new(call->length + 1, 1);
            evbuffer_remove(body, call->body, call->length);
            route->serve(call);
            free(call->body);
            return;
        }
    }
    reply_text(call, HTTP_NOTFOUND, "There is nothing here.");
}

/* ---- Who may ask ---- */

/* Takes the same time wherever the text differs. */
static bool is_token(const char *token, const char *text) {
    unsigned difference = 0;
    if (strlen(text) != TOKEN_DIGITS || token[0] == '\0') {
        return false;
    }
    for (int i = 0; i < TOKEN_DIGITS; i++) {
        difference |= (unsigned char)text[i] ^ (unsigned char)token[i];
    }
    return difference == 0;
}

/* Is the header there at most once, and then one of the server's own names behind this prefix? */
static bool names_server(const Server *server, struct evhttp_request *request, const char *name,
                         const char *prefix, bool is_needed) {
    static const char *const HOSTS[] = {"127.0.0.1", "localhost"};
    char own[64];
    int count = 0, good = 0;
    for (const struct evkeyval *header = evhttp_request_get_input_headers(request)->tqh_first;
         header != NULL; header = header->next.tqe_next) {
        const bool is_it = evutil_ascii_strcasecmp(header->key, name) == 0;
        for (int i = 0; i < 2 && is_it; i++) {
            snprintf(own, sizeof own, "%s%s:%d", prefix, HOSTS[i], server->port);
            good += strcmp(header->value, own) == 0;
        }
        count += is_it;
    }
    return count == good && (count == 1 || (count == 0 && !is_needed));
}

static void handle(struct evhttp_request *request, void *context) {
    static const char *const HEADERS[][2] = {{"X-Content-Type-Options", "nosniff"},
                                             {"Referrer-Policy", "no-referrer"},
                                             {"Cache-Control", "no-store"},
                                             {"Cross-Origin-Resource-Policy", "same-origin"}};
    Server *server = context;
    Call call = {.server = server, .http = request};
    const struct evhttp_uri *uri = evhttp_request_get_evhttp_uri(request);
    const char *path = evhttp_uri_get_path(uri), *query = evhttp_uri_get_query(uri);
    const bool is_page = strcmp(path, "/") == 0;
    const bool is_review = strncmp(path, REVIEWS, sizeof REVIEWS - 1) == 0;
    const char *given = is_page     ? query == NULL ? "" : query
                        : is_review ? path + sizeof REVIEWS - 1
                                    : header_of(request, "X-Token");
    char token[TOKEN_DIGITS + 2]; /* enough to see that it is too long */
    snprintf(token, sizeof token, "%.*s", (int)(is_review ? strcspn(given, "/") : strlen(given)),
             given);
    for (size_t i = 0; i < sizeof HEADERS / sizeof HEADERS[0]; i++) {
        evhttp_add_header(evhttp_request_get_output_headers(request), HEADERS[i][0], HEADERS[i][1]);
    }
    note_request(server, request, clock_seconds());
    const bool is_once = is_page && is_token(server->once, token);
    if (evhttp_uri_get_host(uri) != NULL || !(is_once || is_token(server->token, token)) ||
        !names_server(server, request, "Host", "", true) ||
        !names_server(server, request, "Origin", "http://", false)) {
        reply_text(&call, STATUS_REFUSED, "Open the address that dihedra page has printed.");
    } else if (is_once) {
        server->once[0] = '\0';
        evhttp_add_header(evhttp_request_get_output_headers(request), "Location",
                          text_get(&server->address));
        reply_text(&call, STATUS_SEE, "");
    } else {
        serve(&call, path);
    }
}

/* ---- The page, and what each stream begins with ---- */

static bool make_random(char digits[TOKEN_DIGITS + 1], Status *status) {
    unsigned char bytes[TOKEN_BYTES];
    const bool ok = os_random(bytes, sizeof bytes);
    for (int i = 0; i < TOKEN_BYTES; i++) {
        snprintf(digits + 2 * i, 3, "%02x", bytes[i]);
    }
    return ok || status_fail(status, "the system has no random numbers");
}

static bool make_page(Server *server, Status *status) {
    // clang-format off
    static const unsigned char script[] = {
#include "page/server/relay.js.inc"
#include "page/server/records.js.inc"
        0};
    // clang-format on
    static const unsigned char style[] = {
#include "page/server/records.css.inc"
        0};
    char digits[TOKEN_DIGITS + 1];
    if (!make_random(digits, status)) {
        return false;
    }
    Text scripts = {0}, nonce = text_new(" nonce=\"%s\"", digits);
    Text styles = text_new("%s%s", app_styles(), (const char *)style);
    app_add_scripts(&scripts, APP_ENGINE);
    text_add(&scripts, "%s", (const char *)script);
    app_add_start(&scripts);
    server->page = page_new("<link rel=\"icon\" href=\"data:,\">\n", text_get(&nonce),
                            text_get(&styles), text_get(&scripts), json_null());
    server->policy = text_new(
        "default-src 'none'; script-src 'nonce-%s'; connect-src 'self'; style-src 'unsafe-inline'; "
        "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        digits);
    text_free(&scripts);
    text_free(&styles);
    text_free(&nonce);
    return true;
}

static void make_greeting(Server *server) {
    const ServerOptions *options = server->options;
    const Folder *folder = options->folder;
    json_t *networks = json_new_array(), *greeting = json_new_object();
    for (int i = 0; i < options->networks.count; i++) {
        const char *path = options->networks.items[i];
        OsFileInfo info;
        size_t inside = 0;
        Status ignored;
        const bool is_file = os_path_info(path, &info) || inside_bytes(&inside, &ignored) == NULL;
        json_t *row =
            json_new_packed("{s:I}", "bytes", (json_int_t)(is_file ? info.bytes : inside));
        json_set_text(row, "name", path + os_folder_length(path));
        json_add_value(networks, row);
    }
    json_set_value(greeting, "networks", networks);
    json_set_text(greeting, "given", options->tabs.networks[TAB_NETWORK_MAIN]);
    json_set_text(greeting, "engine", options->engine);
    json_set_text(greeting, "words", options->words);
    json_set_text(greeting, "folder", folder == NULL ? NULL : folder->root);
    json_set_packed(greeting, "{s:b, s:b, s:b}", "isRecord", folder != NULL && folder->only != NULL,
                    "canReview", options->reviews != NULL, "beginsReviews",
                    options->begins_reviews);
    server->greeting = text_new("!");
    json_add_text(greeting, &server->greeting);
    text_add(&server->greeting, "\n");
}

/* ---- Running ---- */

static bool find_port(Server *server, Status *status) {
    const int port = server->options->port;
    return listen_on(server, port == 0 ? PORT_USUAL : port) ||
           (port == 0 && listen_on(server, 0)) ||
           status_fail(status,
                       "port %d is taken, perhaps by another `dihedra page`: give another "
                       "--port, or none",
                       port);
}

Server *server_new(const ServerOptions *options, Status *status) {
    Server *server = memory_new(1, sizeof *server);
    server->options = options;
    server->http = memory_check(evhttp_new(options->tabs.base));
    server->tabs = tabs_new(&options->tabs);
    evhttp_set_allowed_methods(server->http, EVHTTP_REQ_GET | EVHTTP_REQ_POST);
    evhttp_set_max_body_size(server->http, BODY_MAX);
    evhttp_set_max_headers_size(server->http, HEADERS_MAX);
    evhttp_set_timeout(server->http, PAUSE_MAX);
    evhttp_set_gencb(server->http, handle, server);
    make_greeting(server);
    if (!make_random(server->token, status) || !make_random(server->once, status) ||
        !make_page(server, status) || !find_port(server, status)) {
        server_free(server);
        return NULL;
    }
    server->address = text_new("http://127.0.0.1:%d/?%s", server->port, server->token);
    server->opening_address = text_new("http://127.0.0.1:%d/?%s", server->port, server->once);
    return server;
}

void server_free(Server *server) {
    tabs_free(server->tabs);
    event_base_loop(server->options->tabs.base, EVLOOP_NONBLOCK); /* the streams' ends */
    evhttp_free(server->http);
    text_free(&server->address);
    text_free(&server->opening_address);
    text_free(&server->page);
    text_free(&server->policy);
    text_free(&server->greeting);
    free(server);
}

const char *server_address(const Server *server) {
    return text_get(&server->address);
}

const char *server_opening_address(const Server *server) {
    return text_get(&server->opening_address);
}

static void end(evutil_socket_t signal_, short what, void *context) {
    (void)signal_, (void)what;
    event_base_loopbreak(((Server *)context)->options->tabs.base);
}

static void tick(evutil_socket_t none, short what, void *context) {
    Server *server = context;
    server->seconds++;
    look_at_connections(server);
    if (server->seconds % BEAT_SECONDS == 0) {
        tabs_beat(server->tabs);
    }
    if (tabs_count(server->tabs) > 0) {
        server->last_seen = server->seconds;
    } else if (server->had_tab && !server->options->keeps &&
               server->seconds - server->last_seen > EMPTY_MAX) {
        end(none, what, server);
    }
}

void server_run(Server *server) {
    enum { SIGNALS = 3 };
    static const int ENDS[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
    const struct timeval second = {.tv_sec = 1};
    struct event_base *base = server->options->tabs.base;
    struct event *events[SIGNALS + 1];
    for (int i = 0; i < SIGNALS; i++) {
        events[i] = memory_check(evsignal_new(base, ENDS[i], end, server));
        event_add(events[i], NULL);
    }
    events[SIGNALS] = memory_check(event_new(base, -1, EV_PERSIST, tick, server));
    event_add(events[SIGNALS], &second);
    event_base_dispatch(base);
    for (int i = 0; i <= SIGNALS; i++) {
        event_free(events[i]);
    }
}
