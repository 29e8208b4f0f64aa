/* How the engine's own moves come about, for all commands that ask for one. */
#ifndef GTP_COMMANDS_PLAY_H
#define GTP_COMMANDS_PLAY_H

#include "gtp/command.h"

/* Plays a move from outside, on the board or a pass; it may repeat a position unless the engine is
 * strict. "illegal move" where it cannot be. */
bool gtp_play(GtpCall *call, Color color, Point p);

/* Chooses a move in the time that the clock gives it; what the search thinks of it is kept as a
 * remark and goes to standard error. in_game: the clock runs, and the engine may resign. Whoever
 * watches the player gets at least one report. "# interrupt" ends the search with the best move so
 * far. */
bool gtp_choose(GtpCall *call, Color color, bool in_game, PlayerMove *move);

/* The same in the game, but a further line of the session cancels it: the move is POINT_NONE. */
bool gtp_choose_until_line(GtpCall *call, Color color, PlayerMove *move);

/* Plays the move chosen, unless it is to resign. */
bool gtp_play_choice(GtpCall *call, Color color, const PlayerMove *move);

/* Adds the move to the answer, or "cancelled". */
void gtp_add_choice(GtpCall *call, const PlayerMove *move);

#endif
