/* A GTP session: commands from a file descriptor, answers to another, pondering in between. */
#ifndef GTP_SESSION_LOOP_H
#define GTP_SESSION_LOOP_H

#include "gtp/session/engine.h"

/* Searches the position until a line or the end of the input arrives, or the answers lose their
 * reader. Returns at once unless the engine's own move led to the position, the game is not over
 * and the parameters ponder and keep are on. */
void loop_ponder(GtpEngine *engine);

/* Runs a line that was taken from the engine's input, and writes its response. Returns false if
 * that cannot be written, which is reported. */
bool loop_answer(GtpEngine *engine, LineResult result, char *line);

/* Can the networks play as the options ask? Waits for them if there is a profile to imitate, since
 * only then it is known what they are. */
bool loop_can_play(Player *player, const PlayerOptions *options, Status *status);

/* Runs a session until quit, the end of the input, the loss of the output's reader or an answer
 * that cannot be written. The last two are failures. models may be NULL: no networks. Returns the
 * exit status. */
int loop_run(const EngineOptions *options, const GtpFamily *families, const Models *models,
             int input, int output);

#endif
