/* A check in progress: the engine, what was sent to it and came back, and what is wrong.
 *
 *     void check_komi(Probe *probe) {
 *         probe_new_game(probe);
 *         probe_expect(probe, "komi -7.5", "=");
 *     }
 *
 * Invariant: once an engine has hung, died or sent garbage, nothing more is sent to it in this
 * check, and the next check starts it again. Each complaint has what was sent since the check
 * or the game began. A Probe belongs to one thread. */
#ifndef REGRESS_COMPLY_PROBE_H
#define REGRESS_COMPLY_PROBE_H

#include "regress/comply/check.h"
#include "regress/comply/connection.h"

enum {
    COMPLAINTS_MAX = 5, /* a check; more are not looked for */
    FAILURES_MAX = 6,   /* hangs and deaths after which an engine is given up */
};

/* Texts are owned by the Complaint. */
typedef struct {
    char *sent, *came, *expected;
} Complaint;

typedef struct {
    char sign; /* '=' or '?'; '\0': no response came */
    char id[24];
    const char *body; /* without blanks at its ends; valid until the next question */
    double seconds;
} Reply;

typedef struct Probe {
    Connection connection;
    double timeout; /* seconds for any answer */
    int size;       /* of the board for most checks, which the engine takes */
    Text commands;  /* those that the engine lists, separated by blanks */
    char name[128], version[128];
    int failures;   /* hangs and deaths so far */
    bool is_broken; /* one of them in this check: nothing more is sent */

    Complaint complaints[COMPLAINTS_MAX];
    int complaint_count;
    const char *skipped; /* why the rest of the check was left out; NULL: it was not */
    Text sent;           /* since the check or the game began */
    Text raw;            /* the last response as it came */
    Text body;           /* of the last Reply */
    Reply reply;
} Probe;

/* Starts the engine and asks for name, version, commands and size. Fails if it cannot be started.
 */
bool probe_open(Probe *probe, Status *status);
void probe_close(Probe *probe);

/* Begin and end a check, whose complaints are in probe until the next begins. probe_begin returns
 * false if the engine lacks a command that the check needs. */
bool probe_begin(Probe *probe, const ComplyCheck *check);
void probe_end(Probe *probe, const ComplyCheck *check);

/* ---- For checks ---- */

/* Does the engine list the command? "a|b": either. */
bool probe_knows(const Probe *probe, const char *command);

/* Begins a new game on a board of this size, of probe->size, and has the engine think briefly. */
void probe_new_game_of(Probe *probe, int size);
void probe_new_game(Probe *probe);

/* Sends a command and waits for its response. */
const Reply *probe_ask(Probe *probe, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds a complaint: what should have come instead of the last response. */
void probe_complain(Probe *probe, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same with a text for what came. */
void probe_complain_of(Probe *probe, const char *came, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Asks and complains unless the response is as expected: "= REGEX" for the whole body, "=" for any
 * body, "=empty" for none, "= number N" for this number however it is written; "? TEXT" for a
 * message that begins with the text, "?" for any refusal,
 * "*" for any response. Returns whether it was. */
bool probe_expect(Probe *probe, const char *command, const char *expected);

/* The last line of a response, such as "play C3" below the reports of an analysis. */
const char *probe_last_line(const Reply *reply);

/* Does the whole text match the extended regular expression? */
bool probe_matches(const char *text, const char *regex);

/* Sends bytes to an engine started for them, closes its input unless `open`, and receives all until
 * it ends. Returns its output, valid until the next question, or NULL with a complaint. */
const char *probe_pipe(Probe *probe, const char *bytes, size_t count, bool open);

/* Sends a text so, and complains unless the responses are these: "=1 BODY" each, "|" between them,
 * blanks at the ends of a body ignored, "*" for any body. */
void probe_expect_pipe(Probe *probe, const char *text, const char *responses);

/* Cuts the next response from output, behind any empty lines, and moves past it. Returns false if
 * there is none, or what is there is no response. */
bool probe_next_response(Probe *probe, const char **output, Reply *reply);

/* The connection for what is not a question and its response; started if need be. NULL: the engine
 * cannot be started. */
Connection *probe_connection(Probe *probe);

/* Ends the engine after it has failed. */
void probe_drop_engine(Probe *probe);

#endif
