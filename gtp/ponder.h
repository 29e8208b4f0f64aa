/* Pondering: thinking while the opponent does. */
#ifndef GTP_PONDER_H
#define GTP_PONDER_H

#include "gtp/engine.h"

/* Searches the position until a line or the end of the input arrives, or the answers have no reader
 * any more. Returns at once unless the engine's own move led to the position, the game is not over
 * and the parameters ponder and keep are on. */
void ponder_until_input(GtpEngine *engine);

#endif
