#include "gtp/page/tabs.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/command_line.h"
#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/base/memory.h"
#include "engine/base/os/files.h"
#include "engine/base/os/process.h"

static const double END_WAIT = 0.1; /* seconds */

enum {
    NAME_BYTES = 40,
    LINE_BYTES_MAX = 16 << 20, /* of an engine */
    WAITING_MAX = 8 << 20,     /* bytes for an engine or for a browser that takes none */
    WORDS_BYTES = 200,         /* of an engine's last words */
    LIFE_LEAST = 2,            /* seconds: an engine that ends sooner would do so again */
};

typedef struct {
    Tabs *tabs;
    struct Tab *tab; /* NULL: the reviewer, whose lines are for all */
    int number;
    ChildProcess *child; /* NULL: not started */
    struct bufferevent *input, *output;
    char *error_path;
    double started;
    bool has_answered;
} TabEngine;

typedef struct Tab {
    char name[NAME_BYTES];
    struct evhttp_request *stream; /* NULL: there is no tab here */
    TabEngine engines[TAB_ENGINES];
    const char *networks[TAB_NETWORKS];
} Tab;

struct Tabs {
    const TabsOptions *options;
    Tab list[TABS_MAX];
    TabEngine reviewer;
    Text news; /* its last lines, for a new tab */
};

/* ---- The stream ---- */

/* Does the browser take nothing? */
static bool is_stuck(const Tab *tab) {
    struct evhttp_connection *connection = evhttp_request_get_connection(tab->stream);
    struct bufferevent *events = evhttp_connection_get_bufferevent(connection);
    return evbuffer_get_length(bufferevent_get_output(events)) > WAITING_MAX;
}

static void send_lines(const Tab *tab, const Text *lines) {
    struct evbuffer *buffer = memory_check(evbuffer_new());
    evbuffer_add(buffer, text_get(lines), lines->length);
    evhttp_send_reply_chunk(tab->stream, buffer);
    evbuffer_free(buffer);
}

/* Sends what an engine writes, or what is said of it, and frees the text. */
static void relay(const TabEngine *engine, Text *lines) {
    Tabs *tabs = engine->tabs;
    for (Tab *tab = tabs->list; tab < tabs->list + TABS_MAX; tab++) {
        if (tab->stream != NULL && (engine->tab == NULL || engine->tab == tab)) {
            send_lines(tab, lines);
        }
    }
    if (engine->tab == NULL) {
        text_set(&tabs->news, "%s", text_get(lines));
    }
    text_free(lines);
}

/* ---- Engines ---- */

/* The last line that the engine has printed on its standard error, or "". */
static void find_last_words(const TabEngine *engine, char words[WORDS_BYTES]) {
    size_t length = 0;
    Status ignored;
    char *text = file_read(engine->error_path, FILE_REGULAR, WAITING_MAX, &length, &ignored);
    const char *start = text == NULL ? "" : text_trim(text, &length), *line = start + length;
    while (line > start && line[-1] != '\n') {
        line--;
    }
    snprintf(words, WORDS_BYTES, "%.*s", (int)(start + length - line), line);
    free(text);
}

/* Afterwards it is as it was before it was started. */
static ChildEnd stop_engine(TabEngine *engine) {
    ChildEnd end = {0};
    if (engine->child != NULL) {
        bufferevent_free(engine->input);
        bufferevent_free(engine->output);
        end = child_finish(engine->child);
    }
    if (engine->error_path != NULL) {
        os_remove(engine->error_path);
        free(engine->error_path);
    }
    *engine = (TabEngine){engine->tabs, engine->tab, .number = engine->number};
    return end;
}

/* The engine has ended, or is ended for a fault: says so in the page. */
static void report_end(TabEngine *engine, const char *fault) {
    char words[WORDS_BYTES], signal[32];
    const bool may_start = engine->has_answered && clock_seconds() - engine->started >= LIFE_LEAST;
    if (fault == NULL) {
        child_wait_for_end(engine->child, END_WAIT); /* it has closed its output, and will end */
    }
    find_last_words(engine, words);
    const ChildEnd end = stop_engine(engine);
    snprintf(signal, sizeof signal, "signal %d%s", end.signal, words[0] != '\0' ? ": " : "");
    Text how = text_new("%s%s", end.signal != 0 ? signal : "", words);
    if (how.length == 0) {
        text_add(&how, "exit status %d", end.exit_status);
    }
    json_t *said = json_new_packed("{s:i, s:b}", "engine", engine->number, "again", may_start);
    json_set_text(said, "ended", fault != NULL ? fault : text_get(&how));
    text_set(&how, "!");
    json_add_text(said, &how);
    text_add(&how, "\n");
    relay(engine, &how);
}

static void take_lines(struct bufferevent *output, void *context) {
    TabEngine *engine = context;
    struct evbuffer *written = bufferevent_get_input(output);
    Text lines = {0};
    size_t length;
    if (engine->tab != NULL && is_stuck(engine->tab)) {
        return; /* until tabs_beat: meanwhile the watermark stops it */
    }
    for (char *line; (line = evbuffer_readln(written, &length, EVBUFFER_EOL_LF)) != NULL;) {
        text_add(&lines, "%d", engine->number);
        text_append(&lines, line, length);
        text_add(&lines, "\n");
        free(line);
    }
    if (lines.length > 0) {
        engine->has_answered = true;
        relay(engine, &lines);
    }
    if (evbuffer_get_length(written) > LINE_BYTES_MAX) {
        report_end(engine, "it writes without end and without a newline");
    }
}

static void take_end(struct bufferevent *output, short what, void *context) {
    TabEngine *engine = context;
    if ((what & (BEV_EVENT_EOF | BEV_EVENT_ERROR)) != 0) {
        take_lines(output, engine);
        if (engine->child != NULL) {
            report_end(engine, NULL);
        }
    }
}

/* With the networks of a tab. */
static bool start_engine(TabEngine *engine, const Tab *tab, Status *status) {
    static const char *const OPTIONS[TAB_NETWORKS] = {"--model", "--human-model"};
    const TabsOptions *options = engine->tabs->options;
    const TabCommand *command = &options->commands[engine->number];
    Text line = text_new("%s", command->line);
    int input, output;
    for (int i = 0; i < TAB_NETWORKS && i < command->networks; i++) {
        const char *network = tab->networks[i] != NULL ? tab->networks[i] : options->networks[i];
        if (network != NULL) {
            text_add(&line, " %s ", OPTIONS[i]);
            command_line_quote(&line, network);
        }
    }
    engine->error_path = os_new_scratch_file();
    const ChildOptions child = {.words = command_line_split(text_get(&line), status),
                                .error_path = engine->error_path,
                                .closes_inherited = true};
    engine->child = child.words == NULL ? NULL : child_start(&child, status);
    free(child.words);
    text_free(&line);
    if (engine->child == NULL) {
        stop_engine(engine);
        return false;
    }
    child_pipes(engine->child, &input, &output);
    engine->started = clock_seconds();
    engine->input = memory_check(bufferevent_socket_new(options->base, input, 0));
    engine->output = memory_check(bufferevent_socket_new(options->base, output, 0));
    bufferevent_setcb(engine->output, take_lines, NULL, take_end, engine);
    bufferevent_setwatermark(engine->output, EV_READ, 0, LINE_BYTES_MAX + 1);
    bufferevent_enable(engine->output, EV_READ);
    return true;
}

/* ---- Tabs ---- */

Tabs *tabs_new(const TabsOptions *options) {
    Tabs *tabs = memory_new(1, sizeof *tabs);
    tabs->options = options;
    tabs->reviewer = (TabEngine){tabs, .number = TAB_REVIEWER};
    return tabs;
}

static void remove_tab(Tab *tab) {
    for (int i = 0; i < TAB_ENGINES; i++) {
        stop_engine(&tab->engines[i]);
    }
    tab->stream = NULL;
}

/* The browser has closed the stream. */
static void close_tab(struct evhttp_connection *connection, void *context) {
    (void)connection;
    Tab *tab = context;
    struct evhttp_request *stream = tab->stream;
    remove_tab(tab);
    if (evhttp_request_get_connection(stream) == NULL) {
        evhttp_send_reply_end(stream); /* it has been taken off the connection: frees it */
    }
}

void tabs_free(Tabs *tabs) {
    for (Tab *tab = tabs->list; tab < tabs->list + TABS_MAX; tab++) {
        if (tab->stream != NULL) {
            evhttp_connection_set_closecb(evhttp_request_get_connection(tab->stream), NULL, NULL);
            evhttp_send_reply_end(tab->stream);
            remove_tab(tab);
        }
    }
    stop_engine(&tabs->reviewer);
    text_free(&tabs->news);
    free(tabs);
}

/* The tab of this name, or for NULL a free place. On failure returns NULL with a message. */
static Tab *find_tab(Tabs *tabs, const char *name, Status *status) {
    for (Tab *tab = tabs->list; tab < tabs->list + TABS_MAX; tab++) {
        if (name == NULL ? tab->stream == NULL
                         : tab->stream != NULL && strcmp(tab->name, name) == 0) {
            return tab;
        }
    }
    status_fail(status, "there is no such tab");
    return NULL;
}

bool tabs_open(Tabs *tabs, const char *name, struct evhttp_request *request, const Text *greeting,
               Status *status) {
    struct evhttp_connection *connection = evhttp_request_get_connection(request);
    const struct timeval forever = {.tv_sec = 1000000000};
    Tab *tab = find_tab(tabs, NULL, status);
    if (tab == NULL) {
        return status_fail(status, "%d tabs are open, which is the most: close one, then reload",
                           TABS_MAX);
    }
    if (name[0] == '\0' || strlen(name) >= NAME_BYTES || find_tab(tabs, name, status) != NULL) {
        return status_fail(status, "a tab needs a name of its own");
    }
    *tab = (Tab){.stream = request};
    snprintf(tab->name, sizeof tab->name, "%s", name);
    for (int i = 0; i < TAB_ENGINES; i++) {
        tab->engines[i] = (TabEngine){tabs, tab, .number = i};
    }
    evhttp_connection_set_closecb(connection, close_tab, tab);
    evhttp_connection_set_timeout_tv(connection, &forever);
    evhttp_send_reply_start(request, HTTP_OK, NULL);
    send_lines(tab, greeting);
    send_lines(tab, &tabs->news);
    return true;
}

bool tabs_write(Tabs *tabs, const char *name, int number, const char *lines, size_t length,
                Status *status) {
    Tab *tab = find_tab(tabs, name, status);
    if (tab == NULL) {
        return false;
    }
    TabEngine *engine = number == TAB_REVIEWER ? &tabs->reviewer : &tab->engines[number];
    if (length == 0) {
        if (engine->child != NULL) {
            report_end(engine, "");
        }
        return true;
    }
    if (engine->child == NULL && !start_engine(engine, tab, status)) {
        return false;
    }
    if (evbuffer_get_length(bufferevent_get_output(engine->input)) > WAITING_MAX) {
        return status_fail(status, "the engine does not read what is sent");
    }
    return bufferevent_write(engine->input, lines, length) == 0 ||
           status_fail(status, "out of memory");
}

bool tabs_set_network(Tabs *tabs, const char *name, TabNetwork which, const char *path,
                      Status *status) {
    Tab *tab = find_tab(tabs, name, status);
    if (tab == NULL) {
        return false;
    }
    tab->networks[which] = path;
    for (int i = 0; i < TAB_ENGINES; i++) {
        if (tabs->options->commands[i].networks > 0) {
            stop_engine(&tab->engines[i]);
        }
    }
    return true;
}

bool tabs_beat(Tabs *tabs) {
    Text line = text_new("\n");
    bool is_used = false;
    for (Tab *tab = tabs->list; tab < tabs->list + TABS_MAX; tab++) {
        for (int i = 0; i < TAB_ENGINES; i++) {
            if (tab->engines[i].child != NULL) {
                take_lines(tab->engines[i].output, &tab->engines[i]);
            }
        }
        if (tab->stream != NULL) {
            send_lines(tab, &line);
            is_used = true;
        }
    }
    text_free(&line);
    return is_used;
}
