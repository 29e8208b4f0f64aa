/* How one turn of a player is searched: the options that hold for it, what it is for and its time.
 * Private to engine/player. A PlayerSearch belongs to one thread and may not be copied: its turn
 * points to its own options. */
#ifndef ENGINE_PLAYER_PLAYER_SEARCH_H
#define ENGINE_PLAYER_PLAYER_SEARCH_H

#include "engine/player/limits.h"
#include "engine/player/networks.h"

typedef struct {
    Player *player;
    Turn turn;
    PlayerOptions options; /* the turn's, as changed by a rank or a profile */
    SearchPurpose purpose;
    const bool *allowed;    /* of SearchLimits; the caller may set it */
    double start, seconds;  /* of the turn's time */
    double unclear_seconds; /* in addition, if the position is unclear */
    bool is_limited; /* by a clock or the options: then waiting for networks is part of the time */
    bool is_late;    /* a network that decides how the rank plays is not ready */
} PlayerSearch;

/* Prepares a search by the engine's own evaluation, whatever the rank. A human-play network to
 * search with gets the rank's profile, since it needs one. */
void player_search_init(PlayerSearch *search, Player *player, const Turn *turn,
                        SearchPurpose purpose);

/* Prepares a search for choosing a move, by a rank if the options have one: then it waits for the
 * networks. Returns false with a message if the rank cannot be played. */
bool player_search_init_choice(PlayerSearch *search, Player *player, const Turn *turn,
                               Status *status);

/* Returns the end of a part of the time. */
Deadline player_search_part_of_time(const PlayerSearch *search, double share);

/* Searches for the rest of the time. Returns false with a message on failure. */
bool player_search_run(PlayerSearch *search, PlayerMove *choice, Status *status);

#endif
