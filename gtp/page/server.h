/* The server of `dihedra page`: HTTP on the loopback address by libevent. It hands out the page,
 * relays lines between its tabs and their engines, and lists, reads and saves records. Every page
 * that a browser shows can send it requests, so each must have the token and be for the server's
 * own name. */
#ifndef GTP_PAGE_SERVER_H
#define GTP_PAGE_SERVER_H

#include "engine/base/file.h"
#include "gtp/page/folder.h"
#include "gtp/page/tabs.h"

enum { PORT_USUAL = 6361 }; /* always the same, since browsers keep games by it */

typedef struct {
    int port;              /* 0: PORT_USUAL, or a free one if that is taken */
    bool keeps;            /* running when the last tab has been closed for a minute */
    FileList networks;     /* that a tab may choose: paths, or "inside" */
    const Folder *folder;  /* NULL: none */
    const Folder *reviews; /* the pages of its records' reviews; NULL: none are made */
    bool begins_reviews;   /* before a reader asks for them */
    const char *engine;    /* the command of the engine that analyses; NULL: this program */
    const char *words;     /* the options of the engine that were given, as " --rules=japanese" */
    TabsOptions tabs;      /* its event loop is the server's, too */
} ServerOptions;

typedef struct Server Server;

/* The options must outlive the server. Returns NULL with a message if it cannot begin. */
Server *server_new(const ServerOptions *options, Status *status);
void server_free(Server *server);

/* Where the page is; or an address that leads there and can be used once, for the browser's command
 * line, which other users of the machine see. */
const char *server_address(const Server *server, bool is_once);

/* Runs until a signal to end, or until the last tab has been closed for a minute. */
void server_run(Server *server);

#endif
