/* How one turn of a player is searched: the options that hold for it, its time and the limits of
 * its search. Private to engine/player. A PlayerSearch belongs to one thread and may not be copied:
 * its turn points to its own options. */
#ifndef ENGINE_PLAYER_PLAYER_SEARCH_H
#define ENGINE_PLAYER_PLAYER_SEARCH_H

#include "engine/player/networks.h"

typedef struct {
    double start;
    double seconds;
    double unclear_seconds; /* more, if the position is unclear */
    bool is_limited; /* by a clock or the options: what comes before the search is part of it */
} MoveTime;

typedef struct {
    Turn turn;
    PlayerOptions options; /* the turn's; changed if a rank or a profile asks for it */
    MoveTime time;
    SearchLimits limits;
    bool is_late; /* a network that decides how the rank plays has not turned up */
} PlayerSearch;

/* Prepares a search that goes by the turn's options as they are. */
void player_search_init(PlayerSearch *search, const Turn *turn);

/* The same for the engine's own evaluation, whatever the rank. A human-play network to search with
 * has to imitate somebody. */
void player_search_init_own(PlayerSearch *search, const Turn *turn);

/* The same for choosing a move, by a rank if the options have one; waits for networks then. Returns
 * false with a message if the rank cannot be played. */
bool player_search_init_choice(PlayerSearch *search, Player *player, const Turn *turn,
                               Status *status);

/* Changes the search to play a rank. luck, 0 to 1, decides whether there is one more visit. */
void player_search_play_strength(PlayerSearch *search, int strength, const Imitators *imitators,
                                 double luck);

/* Nothing is played by what the search finds. */
void player_search_only_report(PlayerSearch *search);

/* A search that a choice of move rests on goes by more than one that only reports. */
void player_search_serve_choice(PlayerSearch *search, double playout_doublings);

/* The search takes as long as it needs, or until it is cancelled. */
void player_search_take_any_time(PlayerSearch *search);

/* Until a part of the time is over, or the search is cancelled. */
Deadline player_search_part_of_time(const PlayerSearch *search, const Player *player, double share);

/* Searches for what is left of the time. Returns false with a message if it cannot. */
bool player_search_run(PlayerSearch *search, Player *player, PlayerMove *choice, Status *status);

#endif
