/* What the tests of GoGui's pictures share: random positions, commands with wildcards, a race
 * between two groups. */
#ifndef TESTS_SUPPORT_SESSION_PICTURE_H
#define TESTS_SUPPORT_SESSION_PICTURE_H

#include "tests/support/session/session.h"

/* Plays at most that many random moves, until both sides pass. */
void picture_play_random(Session *session, int moves, uint64_t seed);

/* Returns the text with each occurrence of the wildcard replaced. */
char *picture_fill_in(const char *text, const char *wildcard, const char *value);

/* A session in which White is to move and takes five stones, with the parameter visits set. */
Session *picture_race_session(const char *visits);

#endif
