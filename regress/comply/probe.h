/* A check in progress: the engine, what was sent to it and came back, and what is wrong.
 *
 * Invariant: once an engine has hung, died or sent garbage, nothing more is sent to it in this
 * check, and the next check starts it again. Each complaint has what was sent since the check
 * or the game began. A Probe belongs to one thread. */
#ifndef REGRESS_COMPLY_PROBE_H
#define REGRESS_COMPLY_PROBE_H

#include "engine/base/json.h"
#include "engine/go/board/game.h"
#include "regress/comply/check.h"
#include "regress/engine/engine_client.h"

typedef struct {
    char sign; /* '=' or '?'; '\0': no response came */
    char id[24];
    const char *body; /* without blanks at its ends; valid until the next question */
    double seconds;   /* since the last line was sent */
} Reply;

enum { PROBE_RECEIVED_MAX = 16 << 20 }; /* bytes that are not yet taken; more are not read */

typedef struct {
    EngineClient client; /* used byte by byte: a check must see what its answers would repair */
    Text received;       /* and not yet taken; without CR, as GTP 2, 3.1 has it; a NUL is 0x01 */
    bool is_finished;    /* the engine has closed its output */
    double timeout;      /* seconds for any answer */
    bool speaks_json;    /* KataGo's protocol of lines, not GTP */
    int size;            /* of the board for most checks, which the engine takes */
    int small_size;      /* 5 or 7 if it takes one: there captures and kos abound */
    Text commands;       /* those that the engine lists, separated by blanks */
    char name[128], version[128];
    int failures;   /* hangs and deaths so far */
    bool is_broken; /* one of them in this check: nothing more is sent */

    json_t *complaints; /* of the check: objects with sent, came and expected */
    char skipped[80];   /* why the rest of the check was left out; "": it was not */
    Text sent;          /* since the check or the game began */
    double sent_at;     /* when the last line was sent */
    double limit;       /* seconds for the next answers: the timeout, or what the check says */
    Text raw;           /* the last response as it came */
    Text body;          /* of the last Reply */
    Reply reply;
    json_t *object; /* the last line of the JSON protocol */

    Game *game;          /* the position that the engine should have (referee.h) */
    bool is_over;        /* two passes, or the engine has resigned */
    double game_start;   /* clock_seconds() */
    double time_left[2]; /* seconds of Black and White, by the controller's clock */
} Probe;

/* Starts the engine and asks for name, version, commands and sizes. Fails if it cannot be started.
 */
bool probe_open(Probe *probe, Status *status);
void probe_close(Probe *probe);

/* Begin and end a check, whose complaints are in probe until the next begins. probe_begin returns
 * false if the engine lacks a command that the check needs. */
bool probe_begin(Probe *probe, const ComplyCheck *check);
void probe_end(Probe *probe, const ComplyCheck *check);

/* Does the engine list all of these commands, separated by blanks? "a|b": either. */
bool probe_knows(const Probe *probe, const char *commands);

/* Is there nothing more to be found in this check? */
bool probe_is_done(const Probe *probe);

/* Adds a complaint: what should have come instead of the last response. */
void probe_complain(Probe *probe, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Starts the engine if need be. Returns false if it cannot be started, or has failed in this check.
 */
bool probe_is_open(Probe *probe);

/* Waits for further bytes. Returns false if none came in this time, or PROBE_RECEIVED_MAX are
 * there. */
bool probe_pull(Probe *probe, double seconds);

/* Sends bytes. Returns false if that cannot be done, mostly after a complaint. */
bool probe_send(Probe *probe, const char *bytes, size_t count);

/* Waits for the next response, or the next line of the JSON protocol, until probe->limit after the
 * last line was sent. Returns false after a complaint. */
bool probe_receive(Probe *probe);

/* Sends a command and waits for its response. */
const Reply *probe_ask(Probe *probe, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same, and complains unless the response has this sign. Returns whether it has. */
bool probe_expect(Probe *probe, char sign, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Waits for the end of the engine, which must be no signal's, or with is_success have exit status
 * 0; raw has what came before it. Returns false after a complaint. */
bool probe_await_end(Probe *probe, bool is_success);

#endif
