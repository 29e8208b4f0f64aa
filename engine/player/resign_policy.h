/* The resign policy of a rank: it resigns later than the engine, as people do. A ResignPolicy
 * belongs to one thread. */
#ifndef ENGINE_PLAYER_RESIGN_POLICY_H
#define ENGINE_PLAYER_RESIGN_POLICY_H

#include "engine/player/turn.h"

/* Has the game moves enough to be judged? */
bool resign_policy_is_past_opening(const Game *game);

/* Counts the turn's move by the search's result, once for each position. Returns whether it is time
 * to resign: for several moves of this side the win rate has been below the limit, and the score
 * behind by more than players of this rank catch up. policies: [color]. */
bool resign_policy_update(ResignPolicy policies[2], const Turn *turn, const SearchResult *result);

#endif
