/* When to resign: by the win rate and, when playing a rank, later, as people do. A ResignPolicy
 * belongs to one thread. */
#ifndef ENGINE_PLAYER_RESIGN_POLICY_H
#define ENGINE_PLAYER_RESIGN_POLICY_H

#include "engine/player/turn.h"

/* May the search's win rate end the game? Only after the opening, and with many visits. */
bool resign_policy_can_judge(const Game *game, const SearchResult *search);

/* Counts the turn's move by the search of its choice, once for each position. Returns whether to
 * resign instead. The engine resigns as soon as its win rate is below the limit. A rank also needs
 * several such moves in a row, and to be behind by more than players of this rank catch up; the few
 * playouts of a rank without a network say too little. policies: [color]. */
bool resign_policy_decides(ResignPolicy policies[2], const Turn *turn, const PlayerMove *choice,
                           bool has_network);

#endif
