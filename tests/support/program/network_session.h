/* A Session with small networks of random weights, in files of their own, or with networks that the
 * test names. Every function fails the test if something unexpected happens. */
#ifndef TESTS_SUPPORT_PROGRAM_NETWORK_SESSION_H
#define TESTS_SUPPORT_PROGRAM_NETWORK_SESSION_H

#include "gtp/models.h"
#include "tests/support/program/session.h"
#include "tests/support/program/temporary_path.h"

typedef struct {
    Session session;
    Models models;
    char main[TEMPORARY_PATH_MAX], human[TEMPORARY_PATH_MAX]; /* "": no file of its own */
} NetworkSession;

/* The networks that the options name, in fp32, with a fixed seed. */
NetworkSession *network_session_start(EngineOptions *options);

/* On 5x5. main_imitates: the main network is a human-play network. human_imitates: the same of the
 * second network, 0 or 1, or -1 for no second network. */
NetworkSession *network_session_new(bool main_imitates, int human_imitates);

void network_session_free(NetworkSession *session);

/* Returns a copy of the answer, which the caller frees. */
char *network_session_ask(NetworkSession *session, const char *line);

#endif
