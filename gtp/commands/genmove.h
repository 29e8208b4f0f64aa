/* How the engine chooses and plays a move, for every command that asks for one: the clock, live
 * graphics and the line about the choice on standard error. The move is that of the call's color.
 * Only the thread that runs commands calls these. */
#ifndef GTP_COMMANDS_GENMOVE_H
#define GTP_COMMANDS_GENMOVE_H

#include "gtp/session/call.h"

/* What becomes of the chosen move. */
typedef enum {
    MOVE_PLAYED,            /* and answered */
    MOVE_SHOWN,             /* only answered */
    MOVE_SHOWN_UNLESS_LINE, /* another line of the session cancels the search */
    MOVE_OUTSIDE_GAME,      /* only answered; the clock stands still, the engine does not resign,
                               and passes before do not count */
} MoveUse;

/* Chooses a move in the time that the clock gives, and answers it, or "cancelled". A watch of the
 * player gets at least one report. "# interrupt" ends the search with the best move so far. Returns
 * false with the error. */
bool genmove_run(GtpCall *call, MoveUse use);

/* Chooses among the allowed points, or passes if none of them is legal, and answers the move. The
 * clock does not run. */
bool genmove_run_among(GtpCall *call, const bool allowed[POINT_COUNT]);

/* ---- Moves that the client names (play.c) ---- */

/* Plays a stone on the board or a pass, of either color at any time. A move that only superko
 * forbids is played with a warning on standard error, unless the engine is strict. Returns false
 * with the error "illegal move". */
bool play_move(GtpCall *call, Color color, Point p);

/* A handler: ends pondering, and keeps it from beginning again before the engine's next move. */
bool play_stop(GtpCall *call);

#endif
