/* The resign policy of a rank: it resigns later than the engine, as people do. A ResignPolicy
 * belongs to one thread. */
#ifndef ENGINE_PLAYER_RESIGN_POLICY_H
#define ENGINE_PLAYER_RESIGN_POLICY_H

#include "engine/player/turn.h"

/* Are there moves enough to judge by? Before that even a lost-looking game is open. */
bool resign_policy_is_past_opening(const Game *game);

/* Counts the turn's move by what a search says of it; once, however often it is asked about.
 * Returns whether it is time to resign: the game has been lost for several moves of this side,
 * which means a win rate below the limit and a score that players of this rank no longer turn over.
 */
bool resign_policy_update(ResignPolicy *resign_policy, const Turn *turn,
                          const SearchResult *result);

#endif
