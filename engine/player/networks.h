/* Which evaluator a player's search asks, and whose play it imitates: networks may still be being
 * read, and there may be a human-play network besides the main one. */
#ifndef ENGINE_PLAYER_NETWORKS_H
#define ENGINE_PLAYER_NETWORKS_H

#include "engine/player/turn.h"

/* Returns the evaluator that searches with these options use, after waiting until the network has
 * been read. It is valid until the next search or call of this function. Returns NULL with a
 * message if the network cannot be used. */
const Evaluator *networks_evaluator(Player *player, const PlayerOptions *options, Status *status);

/* Returns what the player judges the end of games with. The network decides where that is in doubt,
 * if it is ready by the deadline. */
Ending *networks_ending(Player *player, const Deadline *deadline);

/* Returns a deadline that only cancelling ends. */
Deadline networks_until_cancelled(const Player *player);

/* Which of the networks that have turned up imitate people? */
typedef struct {
    bool main, human;
    bool is_late; /* another one has not turned up */
} Imitators;

/* Waits until the deadline for the networks. Returns false with a message if one cannot be used. */
bool networks_find_imitators(Player *player, const Deadline *deadline, Imitators *found,
                             Status *status);

/* Does a network in use imitate people, so that the profile of the options has an effect? Waits
 * until the networks have been read. Returns false with a message if none does or one cannot be
 * used. */
bool networks_can_imitate(Player *player, Status *status);

/* Can the rank be played with the networks in use, as far as they have been read? Waits for them
 * if only a human-play network could play it. Returns false with a message if not. */
bool networks_can_play_strength(Player *player, int strength, Status *status);

/* Sets the evaluator of the search that begins now, and what depends on it in the limits. Networks
 * have until the deadline to turn up; *is_late is whether one has not. Returns false with a message
 * if one cannot be used. */
bool networks_choose(Player *player, const PlayerOptions *options, const Deadline *deadline,
                     SearchLimits *limits, bool *is_late, Status *status);

#endif
