/* A check in progress: the engine, what was sent to it and came back, and what is wrong.
 *
 * Invariant: a check ends with its first complaint. An engine that has hung, ended or sent garbage
 * is started again for the next check. A Probe belongs to one thread. */
#ifndef REGRESS_SUITE_PROTOCOL_PROBE_H
#define REGRESS_SUITE_PROTOCOL_PROBE_H

#include "engine/base/json.h"
#include "engine/go/board/game.h"
#include "regress/engine/engine_client.h"
#include "regress/suite/suite.h"

typedef struct {
    EngineClient client; /* used byte by byte: a check must see what its answers would repair */
    Text received;       /* and not yet taken */
    Text commands;       /* those that the engine lists, separated by white space */
    char name[128], version[128];
    int failures; /* hangs and deaths so far */

    const SuiteFile *suite; /* that the check is in, by its head: */
    size_t first, end;      /* its lines */
    const char *levels, *needs;
    const char *item; /* of the loop */
    char *file;       /* path; NULL: none */
    bool was_asked;   /* anything in this check */

    Text sent;        /* since the check or the game began */
    Text came;        /* in the last answer, as it came */
    Text expected;    /* instead; empty: nothing is wrong */
    Text skipped;     /* why the rest of the check was left out; empty: it was not */
    Text slow;        /* what was not answered in time, which is not held against the engine */
    Text why;         /* what the last expectation wanted */
    double sent_at;   /* when the last line was sent */
    bool is_too_late; /* nothing came in time */

    char sign; /* of the last answer, '=' or '?'; '\0': none came */
    char id[24];
    Text body;      /* without blanks at its ends */
    double seconds; /* from the last line sent to this answer */

    Game *game;        /* the position that the engine should have (expect.h) */
    bool is_over;      /* two passes, or the engine has resigned */
    double game_start; /* clock_seconds() */
    double clock;      /* seconds left, by the controller's clock */
} Probe;

/* Starts the engine and asks for name, version and commands. Fails if it cannot be started. */
bool probe_open(Probe *probe, Status *status);
void probe_close(Probe *probe);

/* Is one of these words, separated by '|', in the list, separated by blanks or newlines? */
bool probe_has_word(const char *list, const char *words);

/* The words behind this directive of the check whose head is that step; "" if it has none. */
const char *probe_find_words(const SuiteFile *suite, size_t head, const char *directive);

/* Begins a check, and ends it. */
void probe_begin(Probe *probe, size_t head);
void probe_end(Probe *probe);

/* Is there nothing more to be found in this check? */
bool probe_is_done(const Probe *probe);

/* Complains: this should have come instead of the last answer. */
void probe_complain(Probe *probe, const char *expected);

/* Starts the engine unless it runs. Returns false if it cannot be started, or the check is done. */
bool probe_revive(Probe *probe);

/* Waits for further bytes. Returns false if none came in this time. */
bool probe_pull(Probe *probe, double seconds);

/* Sends bytes. Returns false if that cannot be done, mostly after a complaint. */
bool probe_send(Probe *probe, const char *bytes, size_t count);

/* Waits for the next response until the timeout after the last line was sent. Returns false after a
 * complaint. */
bool probe_receive(Probe *probe);

/* Sends a command and waits for its response. Returns its sign, or '\0' if none came. */
char probe_ask(Probe *probe, const char *command);

/* Waits for the end of the engine, which must be no signal's; came has what it wrote before.
 * Returns false after a complaint. */
bool probe_await_end(Probe *probe);

/* ---- What an answer must be, as a check writes it behind "#?", "#<" and "#if" (expect.c;
 * suites/comply/framing.tst) ---- */

/* Is the last answer as expected? If not, sets why to what should have come. */
bool expect_holds(Probe *probe, const char *expected, Text *why);

/* ---- The position that the engine should have, by the program's own board ---- */

/* Follows a command that the engine has accepted. */
void expect_follow(Probe *probe, const char *command);

/* Adds points, each with a blank behind it. `which`: "stones"; "empty", where the side to move may
 * play; "around", the empty points beside the last move, and its point at the end. Returns false
 * for any other word. */
bool expect_list_points(const Probe *probe, const char *which, Text *points);

/* ---- The lines of a check (script.c) ---- */

/* Runs the probe's check up to its first complaint. */
void script_run(Probe *probe);

#endif
