#include "gtp/page/server.h"

#include <arpa/inet.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
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
    TICK_SECONDS = 5,
    STATUS_SEE = 303, /* another address */
    STATUS_REFUSED = 403,
    STATUS_EXISTS = 409,
    STATUS_UNREADABLE = 422,
};

static const char HTML[] = "text/html; charset=utf-8", PLAIN[] = "text/plain; charset=utf-8";
static const char POLICY[] = "Content-Security-Policy";

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
    double last_used; /* when there was a tab; INFINITY: never */
};

/* A request that may be answered, and its answer. */
typedef struct {
    Server *server;
    struct evhttp_request *http;
    const Folder *folder;
    const char *rest; /* of the path, behind the route's */
    const char *body; /* and a NUL */
    size_t length;
    int code; /* of the answer; 0: there is a stream instead */
    const char *type;
    Text answer;
} Call;

static void add_header(struct evhttp_request *request, const char *name, const char *value) {
    evhttp_add_header(evhttp_request_get_output_headers(request), name, value);
}

static const char *header_of(const Call *call, const char *name) {
    const char *value = evhttp_find_header(evhttp_request_get_input_headers(call->http), name);
    return value == NULL ? "" : value;
}

/* ---- Connections ----
 * libevent's own limit is on pauses: it lets a request come a byte at a time, for good. */

/* The port of the other end if the descriptor is a connection, which is the server's; or 0. */
static int find_peer(int file) {
    struct sockaddr_in peer = {0};
    socklen_t size = sizeof peer;
    return getpeername(file, (struct sockaddr *)&peer, &size) == 0 && peer.sin_family == AF_INET
               ? ntohs(peer.sin_port)
               : 0;
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

/* ---- What is asked for ----
 * Each gives an answer, or returns false with a message, of which the route has the status. */

/* Answers with the bytes, whose ownership it takes. Returns false for NULL. */
static bool give(Call *call, char *bytes, size_t length) {
    call->answer = (Text){bytes, length, length};
    return bytes != NULL;
}

static bool give_json(Call *call, json_t *value) {
    call->type = "application/json";
    json_add_text(value, &call->answer);
    return true;
}

static bool send_page(Call *call, Status *status) {
    (void)status;
    call->type = HTML;
    add_header(call->http, POLICY, text_get(&call->server->policy));
    text_append(&call->answer, text_get(&call->server->page), call->server->page.length);
    return true;
}

static bool open_stream(Call *call, Status *status) {
    Server *server = call->server;
    if (!tabs_open(server->tabs, header_of(call, "X-Tab"), call->http, &server->greeting, status)) {
        return false;
    }
    note_request(server, call->http, INFINITY);
    server->last_used = clock_seconds();
    call->code = 0;
    return true;
}

static bool take_lines(Call *call, Status *status) {
    const int engine = call->rest[0] - '0';
    const int most = call->server->options->reviews != NULL ? TAB_REVIEWER : TAB_ENGINES - 1;
    if (engine < 0 || engine > most) {
        return status_fail(status, "there is no such engine");
    }
    return tabs_write(call->server->tabs, header_of(call, "X-Tab"), engine, call->body,
                      call->length, status);
}

static bool choose_network(Call *call, Status *status) {
    const FileList *networks = &call->server->options->networks;
    const bool is_human = strcmp(call->rest, "human") == 0;
    const char *path = NULL;
    for (int i = 0; i < networks->count && path == NULL; i++) {
        const char *each = networks->items[i];
        path = strcmp(each + os_folder_length(each), call->body) == 0 ? each : NULL;
    }
    if (path == NULL && call->length > 0) {
        return status_fail(status, "%.120s: no such network", call->body);
    }
    return tabs_set_network(call->server->tabs, header_of(call, "X-Tab"),
                            is_human ? TAB_NETWORK_HUMAN : TAB_NETWORK_MAIN, path, status);
}

static bool convert_record(Call *call, Status *status) {
    char *sgf = web_read_record(call->body, call->length, status);
    return give(call, sgf, sgf == NULL ? 0 : strlen(sgf));
}

static bool judge_game(Call *call, Status *status) {
    char *judgement = judgement_answer(call->body, status);
    return give(call, judgement, judgement == NULL ? 0 : strlen(judgement));
}

static bool list_folder(Call *call, Status *status) {
    (void)status;
    return give_json(call, folder_list(call->folder));
}

static bool read_heads(Call *call, Status *status) {
    (void)status;
    return give_json(call, folder_read_heads(call->folder, call->body));
}

static bool send_file(Call *call, Status *status) {
    static const char *const PAGE[] = {".html", NULL};
    size_t length = 0;
    char *bytes = folder_read(call->folder, call->rest, &length, status);
    call->type = file_name_ends(call->rest, PAGE) ? HTML : "application/octet-stream";
    return give(call, bytes, length);
}

/* A page of the reviews. It may do nothing but show itself. */
static bool send_review(Call *call, Status *status) {
    add_header(call->http, POLICY,
               "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
               "img-src data:; base-uri 'none'; form-action 'none'; sandbox allow-scripts "
               "allow-downloads");
    call->rest += strcspn(call->rest, "/");
    call->rest += *call->rest == '/';
    return send_file(call, status);
}

static bool save_record(Call *call, Status *status) {
    const bool may_replace = header_of(call, "X-Replace")[0] != '\0';
    const FolderResult result =
        folder_save(call->folder, call->rest, call->body, call->length, may_replace, status);
    call->code = result == FOLDER_EXISTS ? STATUS_EXISTS : call->code;
    return result != FOLDER_FAILED;
}

static const char REVIEWS[] = "/review/"; /* then the token, since links lead from page to page */

typedef enum { NO_FOLDER, RECORDS, PAGES } RouteFolder;

typedef struct {
    enum evhttp_cmd_type method;
    const char *path; /* what ends with '/' goes on, but for "/" itself */
    RouteFolder needs;
    bool (*serve)(Call *call, Status *status);
    int failure; /* status of the answer */
} Route;

static const Route ROUTES[] = {
    {EVHTTP_REQ_GET, "/", NO_FOLDER, send_page, 0},
    {EVHTTP_REQ_GET, "/stream", NO_FOLDER, open_stream, HTTP_SERVUNAVAIL},
    {EVHTTP_REQ_POST, "/lines/", NO_FOLDER, take_lines, HTTP_INTERNAL},
    {EVHTTP_REQ_POST, "/network/", NO_FOLDER, choose_network, HTTP_INTERNAL},
    {EVHTTP_REQ_POST, "/convert", NO_FOLDER, convert_record, STATUS_UNREADABLE},
    {EVHTTP_REQ_POST, "/judge", NO_FOLDER, judge_game, STATUS_UNREADABLE},
    {EVHTTP_REQ_GET, "/records", RECORDS, list_folder, 0},
    {EVHTTP_REQ_POST, "/heads", RECORDS, read_heads, 0},
    {EVHTTP_REQ_GET, "/record/", RECORDS, send_file, HTTP_NOTFOUND},
    {EVHTTP_REQ_POST, "/save/", RECORDS, save_record, HTTP_INTERNAL},
    {EVHTTP_REQ_GET, REVIEWS, PAGES, send_review, HTTP_NOTFOUND},
};

static void serve(Call *call, const char *path) {
    const ServerOptions *options = call->server->options;
    const Folder *const folders[] = {NULL, options->folder, options->reviews};
    struct evbuffer *body = evhttp_request_get_input_buffer(call->http);
    call->code = HTTP_NOTFOUND;
    call->length = evbuffer_get_length(body);
    evbuffer_add(body, "", 1);
    call->body = (const char *)evbuffer_pullup(body, -1);
    for (const Route *route = ROUTES; route < ROUTES + sizeof ROUTES / sizeof ROUTES[0]; route++) {
        const size_t length = strlen(route->path);
        const bool has_rest = length > 1 && route->path[length - 1] == '/';
        Status status;
        call->folder = folders[route->needs];
        call->rest = path + length;
        if (evhttp_request_get_command(call->http) != route->method ||
            (route->needs != NO_FOLDER && call->folder == NULL) ||
            strncmp(path, route->path, length) != 0 || (!has_rest && path[length] != '\0')) {
            continue;
        }
        call->code = HTTP_OK;
        if (!route->serve(call, &status)) {
            call->code = route->failure;
            call->type = PLAIN;
            text_set(&call->answer, "%s", status.text);
        }
        return;
    }
}

/* ---- Who may ask ---- */

/* Is it the token, or a path that begins with it? Takes the same time wherever it differs. */
static bool is_token(const char *token, const char *given) {
    unsigned difference = 0;
    if (strcspn(given, "/") != TOKEN_DIGITS || token[0] == '\0') {
        return false;
    }
    for (int i = 0; i < TOKEN_DIGITS; i++) {
        difference |= (unsigned char)given[i] ^ (unsigned char)token[i];
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

/* Where the token is: in the query of the page, in the path of a review. */
static const char *find_token(const Call *call, const struct evhttp_uri *uri) {
    const char *path = evhttp_uri_get_path(uri), *query = evhttp_uri_get_query(uri);
    return strcmp(path, "/") == 0                            ? query == NULL ? "" : query
           : strncmp(path, REVIEWS, sizeof REVIEWS - 1) == 0 ? path + sizeof REVIEWS - 1
                                                             : header_of(call, "X-Token");
}

static void handle(struct evhttp_request *request, void *context) {
    static const char *const HEADERS[][2] = {{"X-Content-Type-Options", "nosniff"},
                                             {"Referrer-Policy", "no-referrer"},
                                             {"Cache-Control", "no-store"},
                                             {"Cross-Origin-Resource-Policy", "same-origin"}};
    Server *server = context;
    Call call = {.server = server, .http = request, .code = HTTP_OK, .type = PLAIN};
    const struct evhttp_uri *uri = evhttp_request_get_evhttp_uri(request);
    const char *path = evhttp_uri_get_path(uri), *token = find_token(&call, uri);
    for (size_t i = 0; i < sizeof HEADERS / sizeof HEADERS[0]; i++) {
        add_header(request, HEADERS[i][0], HEADERS[i][1]);
    }
    note_request(server, request, clock_seconds());
    const bool is_once = strcmp(path, "/") == 0 && is_token(server->once, token);
    if (evhttp_uri_get_host(uri) != NULL || !(is_once || is_token(server->token, token)) ||
        !names_server(server, request, "Host", "", true) ||
        !names_server(server, request, "Origin", "http://", false)) {
        call.code = STATUS_REFUSED;
        text_add(&call.answer, "Open the address that dihedra page has printed.");
    } else if (is_once) {
        server->once[0] = '\0';
        call.code = STATUS_SEE;
        add_header(request, "Location", text_get(&server->address));
    } else {
        serve(&call, path);
    }
    if (call.code != 0) {
        struct evbuffer *answer = memory_check(evbuffer_new());
        evbuffer_add(answer, text_get(&call.answer), call.answer.length);
        add_header(request, "Content-Type", call.type);
        evhttp_send_reply(request, call.code, NULL, answer);
        evbuffer_free(answer);
    }
    text_free(&call.answer);
}

/* ---- The page, and what each stream begins with ---- */

static bool make_token(char token[TOKEN_DIGITS + 1], Status *status) {
    unsigned char bytes[TOKEN_BYTES];
    if (!os_random(bytes, sizeof bytes)) {
        return status_fail(status, "the system has no random numbers");
    }
    for (int i = 0; i < TOKEN_BYTES; i++) {
        snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    }
    return true;
}

/* Who has the page has the token, so that its scripts may be known by it, too. */
static void make_page(Server *server) {
    // clang-format off
    static const unsigned char script[] = {
#include "page/server/relay.js.inc"
#include "page/server/records.js.inc"
        0};
    // clang-format on
    static const unsigned char style[] = {
#include "page/server/records.css.inc"
        0};
    Text scripts = {0}, nonce = text_new(" nonce=\"%s\"", server->token);
    Text styles = text_new("%s%s", app_styles(), (const char *)style);
    app_add_scripts(&scripts, APP_ENGINE);
    text_add(&scripts, "%s", (const char *)script);
    app_add_start(&scripts);
    server->page = page_new("<link rel=\"icon\" href=\"data:,\">\n", text_get(&nonce),
                            text_get(&styles), text_get(&scripts), json_null());
    server->policy = text_new(
        "default-src 'none'; script-src 'nonce-%s'; connect-src 'self'; style-src 'unsafe-inline'; "
        "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        server->token);
    text_free(&scripts);
    text_free(&styles);
    text_free(&nonce);
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

/* On the loopback address alone; port 0: PORT_USUAL, or a free one if that is taken. */
static bool listen_on(Server *server, int port, Status *status) {
    static const char ADDRESS[] = "127.0.0.1";
    struct sockaddr_in own;
    socklen_t size = sizeof own;
    const int first = port == 0 ? PORT_USUAL : port;
    server->socket = evhttp_bind_socket_with_handle(server->http, ADDRESS, (ev_uint16_t)first);
    if (server->socket == NULL && port == 0) {
        server->socket = evhttp_bind_socket_with_handle(server->http, ADDRESS, 0);
    }
    if (server->socket == NULL) {
        return status_fail(status,
                           "port %d is taken, perhaps by another `dihedra page`: give another "
                           "--port, or none",
                           first);
    }
    getsockname(evhttp_bound_socket_get_fd(server->socket), (struct sockaddr *)&own, &size);
    server->port = ntohs(own.sin_port);
    server->address = text_new("http://%s:%d/?%s", ADDRESS, server->port, server->token);
    server->opening_address = text_new("http://%s:%d/?%s", ADDRESS, server->port, server->once);
    return true;
}

Server *server_new(const ServerOptions *options, Status *status) {
    Server *server = memory_new(1, sizeof *server);
    server->options = options;
    server->last_used = INFINITY;
    server->http = memory_check(evhttp_new(options->tabs.base));
    server->tabs = tabs_new(&options->tabs);
    evhttp_set_allowed_methods(server->http, EVHTTP_REQ_GET | EVHTTP_REQ_POST);
    evhttp_set_max_body_size(server->http, BODY_MAX);
    evhttp_set_max_headers_size(server->http, HEADERS_MAX);
    evhttp_set_timeout(server->http, PAUSE_MAX);
    evhttp_set_gencb(server->http, handle, server);
    evhttp_set_bevcb(server->http, accept_one, server);
    if (!make_token(server->token, status) || !make_token(server->once, status) ||
        !listen_on(server, options->port, status)) {
        server_free(server);
        return NULL;
    }
    make_page(server);
    make_greeting(server);
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

const char *server_address(const Server *server, bool is_once) {
    return text_get(is_once ? &server->opening_address : &server->address);
}

static void end(evutil_socket_t signal_, short what, void *context) {
    (void)signal_, (void)what;
    event_base_loopbreak(((Server *)context)->options->tabs.base);
}

static void tick(evutil_socket_t none, short what, void *context) {
    Server *server = context;
    look_at_connections(server);
    if (tabs_beat(server->tabs)) {
        server->last_used = clock_seconds();
    } else if (!server->options->keeps && clock_seconds() - server->last_used > EMPTY_MAX) {
        end(none, what, server);
    }
}

void server_run(Server *server) {
    enum { SIGNALS = 3 };
    static const int ENDS[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
    const struct timeval interval = {.tv_sec = TICK_SECONDS};
    struct event_base *base = server->options->tabs.base;
    struct event *events[SIGNALS + 1];
    for (int i = 0; i < SIGNALS; i++) {
        events[i] = memory_check(evsignal_new(base, ENDS[i], end, server));
        event_add(events[i], NULL);
    }
    events[SIGNALS] = memory_check(event_new(base, -1, EV_PERSIST, tick, server));
    event_add(events[SIGNALS], &interval);
    event_base_dispatch(base);
    for (int i = 0; i <= SIGNALS; i++) {
        event_free(events[i]);
    }
}
