/* The tabs of the page. Each has a stream, a reply without an end, and engines of its own: child
 * processes that are started when the first line for them comes, and end with the stream. All have
 * one reviewer, which goes on. Lines are relayed; nothing here knows what they say.
 *
 * Lines of the stream: a digit, the engine's number, and what it has written; or "!" and a JSON
 * object, which says that an engine has ended. One thread, that of the event loop. */
#ifndef GTP_PAGE_TABS_H
#define GTP_PAGE_TABS_H

#include "engine/base/status.h"
#include "engine/base/text.h"

enum {
    TABS_MAX = 4, /* two engines each; a browser has six connections to a server, and needs some */
    TAB_ENGINES = 2,
    TAB_REVIEWER = TAB_ENGINES,
};

/* What an engine is started with. */
typedef struct {
    char *line;   /* its command line */
    int networks; /* how many of --model, --human-model it takes */
} TabCommand;

typedef enum { TAB_NETWORK_MAIN, TAB_NETWORK_HUMAN, TAB_NETWORKS } TabNetwork;

typedef struct {
    struct event_base *base;
    TabCommand commands[TAB_ENGINES + 1];
    const char *networks[TAB_NETWORKS]; /* paths, of a tab that has chosen none; NULL: not given */
} TabsOptions;

typedef struct Tabs Tabs;
struct evhttp_request;

/* The options must outlive the tabs. */
Tabs *tabs_new(const TabsOptions *options);

/* Ends all engines and streams. */
void tabs_free(Tabs *tabs);

/* Makes the reply to the request the stream of a tab, which begins with these lines. Fails with a
 * message if there is a tab of that name, or there are TABS_MAX. */
bool tabs_open(Tabs *tabs, const char *name, struct evhttp_request *request, const Text *greeting,
               Status *status);

/* Hands lines to an engine of the tab; none: ends it. */
bool tabs_write(Tabs *tabs, const char *name, int number, const char *lines, size_t length,
                Status *status);

/* From the next line on, the tab's engines have this network; those that run end, and the stream
 * does not tell. The path must outlive the tabs; NULL: as the options say. */
bool tabs_set_network(Tabs *tabs, const char *name, TabNetwork which, const char *path,
                      Status *status);

/* To be called every few seconds: goes on with engines whose browser took nothing, and sends an
 * empty line on all streams, without which a browser that has gone is not noticed. Returns whether
 * there is a tab. */
bool tabs_beat(Tabs *tabs);

#endif
