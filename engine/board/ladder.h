/* Ladders, read out to the end: can a chain be kept in atari until it is taken?
 *
 * The attacker always puts it in atari; the defender extends or takes attacking chains that are in
 * atari themselves, and is out of the ladder with three liberties. A ko binds whoever moves next,
 * the board's own ko the side that moves first. Pure functions: any thread. */
#ifndef ENGINE_BOARD_LADDER_H
#define ENGINE_BOARD_LADDER_H

#include "engine/board/board.h"

/* The chain has two liberties and the opponent plays p, one of them: does a ladder take it then?
 * False where it has another number of liberties. */
bool ladder_takes(const Board *board, Point chain, Point p);

/* The chain has two liberties and the opponent is to move: does either begin such a ladder? */
bool ladder_threatens(const Board *board, Point chain);

/* The chain is in atari and runs at its last liberty: does a ladder take it nevertheless? So it is
 * where the run leaves it less than two liberties. */
bool ladder_catches_run(const Board *board, Point chain);

#endif
