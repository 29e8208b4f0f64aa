/* Playing a move that the client names. */
#ifndef GTP_COMMANDS_PLAY_H
#define GTP_COMMANDS_PLAY_H

#include "gtp/session/call.h"

/* Plays a stone on the board or a pass, of either color at any time. A move that only superko
 * forbids is played with a warning on standard error, unless the engine is strict. Returns false
 * with the error "illegal move". */
bool play_move(GtpCall *call, Color color, Point p);

/* A handler: ends pondering, and keeps it from beginning again before the engine's next move. */
bool play_stop(GtpCall *call);

#endif
