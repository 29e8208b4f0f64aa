/* A Session is an engine that a test asks line by line, without pipes: each line goes through
 * call_run_line, and the form of each response is checked. It also pictures the engine's whole
 * state as text, so that a test can compare the state before and after.
 *
 * A Session owns its engine, belongs to one thread and is freed at the end of the test. Every
 * function fails the test if something unexpected happens. */
#ifndef TESTS_SUPPORT_SESSION_SESSION_H
#define TESTS_SUPPORT_SESSION_SESSION_H

#include "engine/player/parameter.h"
#include "gtp/commands/families.h"
#include "gtp/engine_options.h"
#include "tests/support/position/diagram.h"
#include "tests/support/program/temporary_path.h"

#include <math.h>
#include <unistd.h>

typedef struct {
    GtpEngine engine;
    Models *models; /* NULL: none */
    Text response;  /* to the last line, with its id and its empty line */
} Session;

/* The program's default options, but for fast answers: one playout a move, 1 MiB, no resigning. */
EngineOptions session_options(int width, int height);

/* An engine with session_options on an empty board, without a network. */
Session *session_new(int width, int height);

/* On the board of the diagram, with its position. */
Session *session_on(const char *diagram, Color to_move);

/* With the networks that the options name, in fp32, with a fixed seed. */
Session *session_with_networks(EngineOptions *options);

/* On 5x5 with small networks of random weights. main_imitates: the main network is a human-play
 * network. human_imitates: the same of the second network, 0 or 1, or -1 for no second network. */
Session *session_with_small_networks(bool main_imitates, int human_imitates);

/* With the network inside. Skips the test in a build without it. */
Session *session_with_inside(int width, int height);

/* The path of a file, removed at the end of the test, with a small network of random weights. */
char *session_network_file(int version, bool imitates, uint64_t seed);

/* Frees the session before the end of the test. */
void session_free(Session *session);

/* Puts the diagram's position on the board, which takes its size. */
void session_set_up(Session *session, const char *diagram, Color to_move);

/* ---- Asking ---- */

/* Runs a line that is not blank. Returns the whole response, valid until the next line. */
const char *session_run(Session *session, const char *line);

/* Runs a line without an id whose response must have this sign, '=' or '?'. Returns the body, valid
 * until the next line. */
const char *session_body(Session *session, const char *line, char sign);

/* Runs a line that must succeed. Returns the body, valid until the end of the test. (Inline because
 * regress/suite/suite_session.h has a function of this name, and run-tests links both.) */
static inline char *session_ask(Session *session, const char *line) {
    return cleanup_free(strdup(session_body(session, line, '=')));
}

/* Runs a line that must succeed with this body. */
void session_expect(Session *session, const char *line, const char *body);

/* Runs a line that must be refused with this text. */
void session_refuse(Session *session, const char *line, const char *error);

/* Runs several lines, separated by semicolons, that must all succeed. */
void session_do(Session *session, const char *lines);

/* ---- State ---- */

/* Everything that commands can change, as text. The caller frees it. */
char *session_state(Session *session);

/* Runs several lines, separated by semicolons, that must all succeed and leave the state as is. */
void session_expect_unchanged(Session *session, const char *lines);

/* Fails unless both have the same state. */
void session_expect_same(Session *session, Session *other);

/* How many visits a search of the present position finds at the root's moves when it begins, and
 * the one that it adds itself. More than 1 if an earlier search is remembered. */
int64_t session_known_visits(Session *session);

/* ---- Refusals ---- */

/* Runs a line that must be refused with this text and must leave the state as it was. A text that
 * ends in "..." is the beginning of the error. */
void session_expect_refusal(Session *session, const char *line, const char *error);

typedef struct {
    const char *before; /* lines that must succeed, separated by semicolons */
    const char *line, *error;
} Refusal;

/* Runs any line, which gets one well-formed response. A refusal is one plain line and leaves
 * everything as it was, down to the bytes of the engine's state. */
void session_expect_sense(Session *session, const char *line);

/* Tries each refusal in its own session on an empty 5x5 board. */
void session_expect_refusals(const Refusal *refusals, size_t count);

/* Tries lines with their errors one after another in one session. */
void session_expect_lines_refused(const char *before, const char *const lines[][2], size_t count);

/* A 7x7 position that is settled: the left side is Black's, a dead white stone in it, and the right
 * side is White's. */
extern const char SESSION_HALVES[];

#endif
