/* A session in a web page, or in any program without threads: lines of GTP and queries of the
 * analysis protocol are handed in, and their answers are written to one stream each. A run answers
 * what was handed in, in slices (engine/base/os/slice.h); between them more may be handed in.
 *
 * One thread owns a session. During a run only web_session_feed, web_session_query and
 * web_session_stop may be called. */
#ifndef GTP_WEB_WEB_SESSION_H
#define GTP_WEB_WEB_SESSION_H

#include <stddef.h>

#include "engine/base/status.h"

typedef struct WebSession WebSession;

/* Where answers are written to. */
enum { WEB_GTP_STREAM = 1, WEB_ANALYSIS_STREAM = 2 };

/* Starts a session by words of the command line, one after another, each with its NUL, and an empty
 * one at the end: options of GTP, and --override-config KEY=VALUE,... for the analysis protocol.
 * They must outlive the session. Returns NULL with a message if one is wrong, a network cannot be
 * used or memory runs out. */
WebSession *web_session_new(char *words, Status *status);
void web_session_free(WebSession *session); /* may be NULL */

/* The program's version. */
const char *web_session_version(void);

/* Hands lines of GTP in. Returns how many of them will get a response; -1: out of memory. */
int web_session_feed(WebSession *session, const char *lines);

/* Hands a query of the analysis protocol in. It ends pondering and analyses over GTP, as a line
 * would. Returns false with a message if out of memory. */
bool web_session_query(WebSession *session, const char *json, Status *status);

/* Ends the command that runs with what it has found, and all queries. */
void web_session_stop(WebSession *session);

/* Answers what was handed in, then ponders if the engine's options say so. Returns false if the
 * session has ended, by quit. */
bool web_session_run(WebSession *session);

/* Which network a file becomes. */
typedef enum {
    WEB_NETWORK_MAIN,  /* to search with */
    WEB_NETWORK_HUMAN, /* whose policy choices may follow */
} WebNetwork;

/* Loads a network to go on with; the game stays. Not during a run, nor while queries wait. The path
 * may also be "none", and must outlive the network. Returns false with a message, and leaves all as
 * it was, if it cannot be used. */
bool web_session_load(WebSession *session, WebNetwork which, const char *path, Status *status);

/* Reads a record in any format and character set that the program knows; a NUL follows the bytes.
 * Returns it as SGF in UTF-8, which the caller frees, or NULL with a message. Needs no session; may
 * be called during a run. */
char *web_read_record(const char *bytes, size_t length, Status *status);

#endif
