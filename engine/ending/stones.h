/* Which stones are alive, dead or in seki: by Benson's algorithm if it decides, otherwise by games
 * and, in doubt, by reading. Pure functions: any thread. */
#ifndef ENGINE_ENDING_STONES_H
#define ENGINE_ENDING_STONES_H

#include "engine/base/deadline.h"
#include "engine/board/game.h"
#include "engine/board/score.h"

/* Sets status[point] to a StoneStatus for each point in use: the same for all stones of a chain,
 * STATUS_NONE for empty points. by_chance gets the mean owner in random games (NULL: not wanted).
 * Returns false, and the results mean nothing, if the deadline (NULL: none) comes first. */
bool stones_judge(const Game *game, const Deadline *deadline, uint8_t status[POINT_COUNT],
                  float *by_chance);

#endif
