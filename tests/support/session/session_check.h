/* What must hold of a session between two lines, whatever went before: the game is what the slow
 * board makes of its moves, and the graph and table that searches have kept are sound. Each
 * function fails the test, or aborts a fuzz target, if something is wrong. */
#ifndef TESTS_SUPPORT_SESSION_SESSION_CHECK_H
#define TESTS_SUPPORT_SESSION_SESSION_CHECK_H

#include "tests/support/session/session.h"

/* Plays the game's moves on the slow board from where the game began, and compares stones, ko,
 * passes, prisoners, chains, liberties, hash, key, all positions of the game, and which moves are
 * legal by the rules of the game. */
void session_check_game(const Session *session);

/* Follows all edges from the root of the last search: visits are sums, values and priors are within
 * their limits, no virtual loss is left, and the table finds each node by its key. */
void session_check_graph(const Session *session);

#endif
