/* The limits of a search by a player's options: for its own turns, and for services that search by
 * the same parameters. Pure functions. */
#ifndef ENGINE_PLAYER_LIMITS_H
#define ENGINE_PLAYER_LIMITS_H

#include "engine/player/turn.h"

/* Returns the limits of a search of this many visits by one thread, from an empty graph, with the
 * options' memory and playout parameters and seed 1. */
SearchLimits limits_of_visits(const PlayerOptions *options, int64_t visits);

/* Returns the limits of a search for the turn's move by the options. */
SearchLimits limits_of_turn(const Turn *turn);

/* Changes limits to those of a search that only reports. */
void limits_only_report(SearchLimits *limits);

/* Sets what depends on the network to search with (NULL: playouts). */
void limits_by_network(const PlayerOptions *options, const Network *network, SearchLimits *limits);

#endif
