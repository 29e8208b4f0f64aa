/* The engine as a player: how long to think, when to pass, when to resign. GTP and self-play both
 * play through it. A Player keeps its search from move to move; it belongs to one thread. */
#ifndef ENGINE_PLAYER_PLAYER_H
#define ENGINE_PLAYER_PLAYER_H

#include "engine/player/turn.h"

/* Returns the defaults, which parameter.h documents: 5 seconds a move, one thread, 256 MiB. */
PlayerOptions player_default_options(void);

/* load (NULL: no network) must outlive the player, and may serve several. The first search waits
 * for the network; if its time is limited, by a clock or by move_seconds, it waits for part of that
 * time and then does without it. Returns false if out of memory. */
bool player_init(Player *player, NetworkLoad *load);
void player_free(Player *player);

/* Returns the Ending with which the player judges the end of games, after waiting for the network,
 * which decides in doubt. */
Ending *player_ending(Player *player);

/* Clears all results of searches: a new game begins. */
void player_clear(Player *player);

/* Chooses a move; does not play it. A rank takes at most 0.2 s, and neither uses nor leaves
 * anything in the graph of other searches. The move is always legal by the game's rules. */
bool player_choose(Player *player, const Turn *turn, PlayerMove *choice, Status *status);

/* Chooses among the allowed moves (allowed[point]) by the search alone, without resigning; passes
 * only if none of them is legal. */
bool player_choose_among(Player *player, const Turn *turn, const bool *allowed, PlayerMove *choice,
                         Status *status);

/* Searches for the reports of the watch, at least one. They are the engine's own evaluation,
 * whatever the rank. Ends at the options' number of visits, or with the turn's time: by the clock,
 * move_seconds or, if nothing else is set, the default. */
bool player_analyze(Player *player, const Turn *turn, Status *status);

/* Waits for the network until it is ready or player->cancel is set. Returns false with a message if
 * it cannot be used for an analysis. */
bool player_can_analyze(Player *player, const Turn *turn, Status *status);

/* As player_analyze, until another thread sets player->cancel or the options' number of
 * visits is reached. Does nothing if cancelled before the network is ready. */
bool player_analyze_until_cancelled(Player *player, const Turn *turn, Status *status);

/* Searches while the turn's color, the opponent, is thinking, for the benefit of the next choice.
 */
bool player_ponder(Player *player, const Turn *turn, Status *status);

#endif
