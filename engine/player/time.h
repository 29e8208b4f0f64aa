/* How much of the game's clock to spend on a move. Pure functions of a clock that does not
 * change. All times are in seconds. */
#ifndef ENGINE_PLAYER_TIME_H
#define ENGINE_PLAYER_TIME_H

#include "engine/go/board/game_clock.h"

/* Returns how long color should think about its next move, at least 0; INFINITY if no clock runs.
 * lag, the time that passes on the clock beyond the thinking (the way to the controller and back),
 * has been subtracted. cells is the number of points of the board, moves the number of moves
 * played. */
double time_budget(const GameClock *clock, Color color, int cells, int moves, double lag);

/* Returns how much longer than its budget a move may take if the position is unclear, at least 0: a
 * part of the budget if later moves can make up for it and lag is a small part of them; in main
 * time at most what is left; under byo-yomi a whole period if there are spare ones. */
double time_reserve(const GameClock *clock, Color color, double budget, double lag);

/* Is what is left of absolute time kept for delays? Then moves hardly think, and pondering, which
 * would delay them, stops. */
bool time_is_short(const GameClock *clock, Color color, double lag);

#endif
