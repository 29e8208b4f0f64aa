/* Which evaluator a player's search asks, and whose play it imitates: networks may still be
 * loading, and there may be a human-play network besides the main one. */
#ifndef ENGINE_PLAYER_NETWORKS_H
#define ENGINE_PLAYER_NETWORKS_H

#include "engine/player/turn.h"

/* Returns the evaluator of searches, after waiting for the network. It is valid
 * until the next search or call of this function. Returns NULL with a message if the network cannot
 * be used. */
const Evaluator *networks_evaluator(Player *player, Status *status);

/* Returns the Ending with which the player judges the end of games. In doubt the network decides,
 * if it is ready by the deadline. */
Ending *networks_ending(Player *player, const Deadline *deadline);

/* Returns a deadline that only cancelling ends. */
Deadline networks_until_cancelled(const Player *player);

/* The networks that imitate people, of those that are ready. */
typedef struct {
    bool main, human;
    bool is_late; /* another one is not ready */
} Imitators;

/* Waits until the deadline for the networks. Returns false with a message if one cannot be used. */
bool networks_find_imitators(Player *player, const Deadline *deadline, Imitators *found,
                             Status *status);

/* Is a network in use a human-play network, so that the profile of the options has an effect? Waits
 * for the networks. Returns false with a message if none does or one cannot be used. */
bool networks_can_imitate(Player *player, Status *status);

/* Can the rank be played with the networks in use, as far as they are ready? Waits for them if only
 * a human-play network could play it. Returns false with a message if not. */
bool networks_can_play_strength(Player *player, int strength, Status *status);

/* The networks of a search; NULL: none, or not ready. */
typedef struct {
    Network *main, *human; /* human: whose policy the choice follows */
    bool is_late;          /* one is not ready */
} TurnNetworks;

/* Finds the networks of the search that begins now, and sets its evaluator. chooses: the search
 * chooses a move, and may follow the human-play network. Waits until the deadline. Returns false
 * with a message if one cannot be used. */
bool networks_choose(Player *player, const PlayerOptions *options, bool chooses,
                     const Deadline *deadline, TurnNetworks *found, Status *status);

#endif
