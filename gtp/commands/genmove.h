/* How the engine chooses and plays a move, for every command that asks for one: the clock, live
 * graphics, the comment that is kept on the choice and the line about it on standard error. Only
 * the thread that runs commands calls these. */
#ifndef GTP_COMMANDS_GENMOVE_H
#define GTP_COMMANDS_GENMOVE_H

#include "gtp/call.h"

/* Chooses a move in the time that the clock gives. in_game: the clock runs, the engine may resign,
 * and a pass may end the game because the opponent has passed. Whoever watches the player gets at
 * least one report. "# interrupt" ends the search with the best move so far. Returns false with the
 * error. */
bool genmove_choose(GtpCall *call, Color color, bool in_game, PlayerMove *move);

/* The same in the game, except that another line of the session cancels it: the move is POINT_NONE
 * then. */
bool genmove_choose_until_line(GtpCall *call, Color color, PlayerMove *move);

/* Chooses among the allowed points, or passes if none of them is legal. The clock does not run. */
bool genmove_choose_among(GtpCall *call, Color color, const bool allowed[POINT_COUNT],
                          PlayerMove *move);

/* Plays the chosen move, unless it is to resign. */
bool genmove_play(GtpCall *call, const PlayerMove *move);

/* Adds the chosen move to the answer, "cancelled" for POINT_NONE. */
void genmove_answer(GtpCall *call, const PlayerMove *move);

/* All of it: chooses a move in the game, plays it and answers it. */
bool genmove_run(GtpCall *call, Color color);

#endif
