/* Reads ladders to the end: can a chain be kept in atari until it is captured?
 *
 * The attacker always gives atari. The defender extends, or captures attacking chains in atari, and
 * has escaped with three liberties. A ko binds the side that moves next; the ko of the given board
 * binds the side that moves first. Pure functions. */
#ifndef ENGINE_GO_BOARD_LADDER_H
#define ENGINE_GO_BOARD_LADDER_H

#include "engine/go/board/board.h"

/* The opponent of the chain, which has two liberties, plays p, one of them. Does a ladder capture
 * the chain? Returns false if it does not have two liberties. */
bool ladder_takes(const Board *board, Point chain, Point p);

/* Does a ladder that begins at either liberty capture the chain? */
bool ladder_threatens(const Board *board, Point chain);

/* The chain is in atari and extends at its last liberty. Does a ladder still capture it?
 * Also returns true if extending leaves it fewer than two liberties. */
bool ladder_catches_run(const Board *board, Point chain);

/* Does a ladder capture the chain when that color moves first? Marks the points that are played in
 * it, also by moves that fail. */
bool ladder_find_path(const Board *board, Point chain, Color mover, bool path[POINT_COUNT]);

#endif
