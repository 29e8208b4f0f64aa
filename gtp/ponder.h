/* Thinking on while the opponent does. */
#ifndef GTP_PONDER_H
#define GTP_PONDER_H

#include "gtp/command.h"

/* Thinks about the position until there is input to read, its end included, or nobody reads the
 * answers; but only if the engine's own move of this game led there, the game is not over and the
 * parameters ponder and keep are set. */
void ponder_until_input(GtpEngine *engine);

#endif
