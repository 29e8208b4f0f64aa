/* Which stones are alive, dead or in seki: by Benson's algorithm if it decides, otherwise by games
 * and, in doubt, by ownership that the caller knows and by reading. Pure functions: any thread. */
#ifndef ENGINE_GO_ENDING_STONE_STATUS_H
#define ENGINE_GO_ENDING_STONE_STATUS_H

#include "engine/base/deadline.h"
#include "engine/go/board/game.h"
#include "engine/go/board/score.h"

/* What predicts ownership better than games do: a network. It is asked only if games leave a doubt.
 * Equal sources give equal answers about equal stones, whichever side moves, under equal suicide
 * rules. */
typedef struct {
    /* Sets owner[point of the board] to -1 (White's) .. 1 (Black's). Returns false if the deadline
     * (NULL: none) comes first. */
    bool (*find)(const void *context, const Game *game, const Deadline *deadline, float *owner);
    const void *context;
} OwnershipSource;

/* For judges without a network. */
static const OwnershipSource OWNERSHIP_UNKNOWN = {0};

/* Sets status[point] to a StoneStatus for each point in use: the same for all stones of a chain,
 * STATUS_NONE for empty points. by_random_games gets the mean owner in random games (NULL: not
 * wanted). Returns false, and the results mean nothing, if the deadline (NULL: none) comes first.
 *
 * Invariant: each chain in seki shares a liberty with an opposing chain in seki. */
bool stone_status_find(const Game *game, OwnershipSource source, const Deadline *deadline,
                       uint8_t status[POINT_COUNT], float *by_random_games);

#endif
