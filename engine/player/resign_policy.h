/* The resign policy of a rank: it resigns later than the engine, as people do. A ResignPolicy
 * belongs to one thread. */
#ifndef ENGINE_PLAYER_RESIGN_POLICY_H
#define ENGINE_PLAYER_RESIGN_POLICY_H

#include "engine/search/search.h"

/* How long a side that a rank plays has been lost. Starts as zero. */
typedef struct {
    int moves;      /* of that side, one after the other */
    int before;     /* the same without the last of them */
    int move_count; /* of the game, at the last of them */
} ResignPolicy;

/* Are there moves enough to judge by? Before that even a lost-looking game is open. */
bool resign_policy_is_past_opening(const Game *game);

/* Counts the present move of color by what a search says of it; once, however often it is asked
 * about. Returns whether it is time to resign: the game has been lost for several moves of color,
 * which means a win rate below the limit and a score that players of this rank no longer turn over.
 */
bool resign_policy_update(ResignPolicy *resign_policy, int strength, double resign_below,
                          const Game *game, Color color, const SearchResult *search);

#endif
