/* Thinking on while the opponent does. */
#ifndef GTP_PONDER_H
#define GTP_PONDER_H

#include "gtp/command.h"
#include "gtp/input.h"

/* Returns once there is input to read, or its end. Until then the engine thinks about the position
 * if its own move of this game led there, the game is not over and the parameters ponder and keep
 * are set. */
void ponder_until_input(GtpEngine *engine, GtpInput *input);

#endif
