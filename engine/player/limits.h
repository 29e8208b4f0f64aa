/* The limits of a search by a player's options: for its own turns, and for services that search by
 * the same parameters. Pure functions. */
#ifndef ENGINE_PLAYER_LIMITS_H
#define ENGINE_PLAYER_LIMITS_H

#include "engine/player/turn.h"

/* What a search is for. */
typedef enum {
    SEARCH_TO_CHOOSE, /* the turn's move */
    SEARCH_AS_RANK,   /* the same, as a rank plays: in the same way every time, so that only the
                         sampling differs */
    SEARCH_TO_REPORT, /* no move is chosen */
    SEARCH_ON,        /* the same, until it is cancelled */
    SEARCH_TO_PONDER, /* the same, for the next choice of the opponent of the turn's color */
} SearchPurpose;

/* Does the search choose a move? */
static inline bool search_chooses(SearchPurpose purpose) {
    return purpose == SEARCH_TO_CHOOSE || purpose == SEARCH_AS_RANK;
}

/* Returns the limits of a search of this many visits by one thread, from an empty graph, with the
 * options' memory and playout parameters and seed 1. */
SearchLimits limits_of_visits(const PlayerOptions *options, int64_t visits);

/* Returns the limits of a search for the turn by its options: with the network (NULL: playouts),
 * and with the human-play network (NULL: none) whose policy the choice follows. */
SearchLimits limits_of_turn(const Turn *turn, SearchPurpose purpose, const Network *network,
                            Network *human);

/* Seconds of a move that no clock limits; INFINITY: no limit. */
double limits_seconds(const PlayerOptions *options);

/* Returns the playout doublings of Black in a search for this color. */
double limits_playout_doublings(const PlayoutDoublings *doublings, Color color);

/* ---- How much of the game's clock to spend on a move, in seconds (time.c). The clock does not
 * change ---- */

/* Returns how long color should think about its next move, at least 0; INFINITY if no clock runs.
 * lag, the time that passes on the clock beyond the thinking (the way to the controller and back),
 * has been subtracted. cells is the number of points of the board, moves the number of moves
 * played. */
double time_budget(const GameClock *clock, Color color, int cells, int moves, double lag);

/* Returns how much longer than its budget a move may take if the position is unclear, at least 0: a
 * part of the budget if later moves can make up for it and lag is a small part of them; in main
 * time at most what is left; under byo-yomi a whole period if there are spare ones. */
double time_reserve(const GameClock *clock, Color color, double budget, double lag);

/* Is what is left of absolute time kept for delays? Then moves hardly think, and pondering, which
 * would delay them, stops. */
bool time_is_short(const GameClock *clock, Color color, double lag);

#endif
