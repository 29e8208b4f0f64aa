/* The positions of a query: its stones and moves on a board, by the lenient rules of the protocol.
 * Kos may be retaken, positions repeated, chains put to death by their own side, and either side
 * may move at any time; then, as in KataGo, what came before no longer counts for superko, nor as
 * recent moves, while prisoners stay. */
#ifndef GTP_JSON_QUERY_POSITION_H
#define GTP_JSON_QUERY_POSITION_H

#include "gtp/json/query/query.h"

/* Can the stones and moves of the query be played on its board? If not, sets *wrong to the number
 * of the first move that cannot, or to -1 with a message if it is the stones. */
bool position_check(const Query *query, const Geometry *geometry, int *wrong, Status *status);

/* Plays the query's moves up to a turn on *game. counts_first_moves: Black's first moves are a
 * handicap. Returns false if out of memory. */
bool position_set_up(const Query *query, int turn, bool counts_first_moves, Game *game,
                     Status *status);

#endif
