/* Games of random moves: positions of all kinds for tests to look at. The same seed gives the same
 * game. */
#ifndef TESTS_SUPPORT_POSITION_RANDOM_GAME_H
#define TESTS_SUPPORT_POSITION_RANDOM_GAME_H

#include "engine/base/rng.h"
#include "engine/go/board/game.h"

/* A game of this many moves, uniform over the points; an illegal choice becomes a pass. rules: the
 * name of a rule set. It is freed when the test ends, or earlier by
 * cleanup_now. */
Game *random_game_new(int width, int height, const char *rules, int moves, Rng *rng);

/* One of the legal moves that fill no eye of the mover's, superko heeded; POINT_PASS if there is
 * none. */
Point random_game_move(const Game *game, Rng *rng);

/* Sets *board to the empty board of this geometry and plays up to this many legal moves, none of
 * which fills an eye. It passes if it finds no such move, and stops before a second pass in a row.
 * last, unless NULL, gets the last move and the one before it, or POINT_NONE. */
void random_game_play(Board *board, const Geometry *geometry, int moves, Rng *rng, Point last[2]);

#endif
