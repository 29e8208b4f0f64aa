/* The positions of a query: its stones and moves on a board, played as leniently as the protocol
 * wants it. Kos may be retaken, positions repeated, chains put themselves to death, and either side
 * may move at any time; then, as in KataGo, what came before no longer counts for superko, nor as
 * recent moves, while prisoners stay. */
#ifndef GTP_JSON_QUERY_POSITION_H
#define GTP_JSON_QUERY_POSITION_H

#include "gtp/json/query/query.h"

typedef struct {
    const PackedMove *moves;
    int move_count;
    const PackedMove *stones;
    int stone_count;
} PositionMoves;

/* Can all of it be played on such a board? If not, sets *wrong to the number of the first
 * move that cannot be, or to -1 with a message if it is the stones. */
bool position_check(const PositionMoves *moves, const Geometry *geometry, int *wrong,
                    Status *status);

/* Plays the query's moves up to a turn on *game. counts_first_moves: Black's first moves are a
 * handicap. Returns false if out of memory. */
bool position_set_up(const Query *query, int turn, bool counts_first_moves, Game *game,
                     Status *status);

#endif
