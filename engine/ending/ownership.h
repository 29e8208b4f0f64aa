/* Who owns which point at the end, estimated by playouts, and what follows from it: dead stones,
 * and whether there is anything left to play for. Pure functions: any thread. */
#ifndef ENGINE_ENDING_OWNERSHIP_H
#define ENGINE_ENDING_OWNERSHIP_H

#include "engine/base/deadline.h"
#include "engine/board/game.h"

/* owner[point of the board]: -1 (White's in every playout) to 1 (Black's). Each side moves first in
 * half of the playouts. The same seed gives the same estimate. */
void ownership_estimate(const Board *board, int playouts, uint64_t seed, float *owner);

typedef enum { STATUS_NONE, STATUS_ALIVE, STATUS_DEAD, STATUS_SEKI } StoneStatus;

/* status[point], POINT_COUNT of them: of every stone, the same for a whole chain. Unconditional
 * life and death where Benson's algorithm sees them, playouts elsewhere. */
void ownership_status(const Game *game, uint8_t *status);

/* dead[point] is 1 for each dead stone, as score_area_without takes it. */
void ownership_dead(const Game *game, uint8_t *dead);

/* The same by the deadline (NULL: none). Returns false, and leaves dead alone, if some chain could
 * not be judged in time. */
bool ownership_dead_by(const Game *game, const Deadline *deadline, uint8_t *dead);

/* Is the game over in all but name: no neutral point to fill but in a seki, and the playouts agree
 * with the board, once dead stones are off it, on who owns each point? Passing now loses nothing.
 * without_dead: dead stones need not be taken first. False, too, if the deadline (NULL: none) comes
 * before all of that is known. */
bool ownership_is_settled(const Game *game, bool without_dead, const Deadline *deadline);

#endif
