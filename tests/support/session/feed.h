/* Bytes into a pipe from a thread of their own, so that no amount of them blocks the test, and what
 * the loop (gtp/session/loop.h) answers to them. */
#ifndef TESTS_SUPPORT_SESSION_FEED_H
#define TESTS_SUPPORT_SESSION_FEED_H

#include "gtp/engine_options.h"

#include <pthread.h>
#include <stdio.h>

typedef struct {
    const char *bytes;
    size_t length, chunk; /* chunk: bytes written at once, at most */
    int output;
    pthread_t thread;
} Feed;

/* Starts writing. Returns the end to read from, which feed_end closes. */
int feed_start(Feed *feed);
void feed_end(Feed *feed, int input);

/* The answers to the bytes by an engine with these options, until the end of the test. Fails the
 * test unless the loop ends well. */
char *feed_loop(const EngineOptions *options, Feed feed);
/* What was written to a temporary file (tmpfile), until the end of the test. Closes it. */
char *feed_take_output(FILE *output);

char *feed_loop_text(const EngineOptions *options, const char *text);

#endif
