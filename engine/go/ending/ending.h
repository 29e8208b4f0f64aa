/* Whether the game is over: which stones are dead, whether anything is left to play for, whether
 * passing wins.
 *
 * An Ending caches what is known of the position it was asked about last, and finds each part of it
 * at most once, when it is first asked for. All that judge a move share one: the player
 * before the search, the search when both sides pass, the commands that count the score. A part for
 * which there was no time is not remembered.
 *
 * Invariant: what is remembered is what a fresh Ending would find. Any thread may ask; those who
 * ask meanwhile wait until the one at work has an answer or runs out of time. */
#ifndef ENGINE_GO_ENDING_ENDING_H
#define ENGINE_GO_ENDING_ENDING_H

#include "engine/base/deadline.h"
#include "engine/go/board/game.h"
#include "engine/go/board/score.h"
#include "engine/go/ending/stone_status.h"

typedef struct Ending Ending;

/* Returns NULL if out of memory. */
Ending *ending_new(void);
void ending_free(Ending *ending);

/* Sets what decides where games and reading leave a doubt; at first nothing does. Changing it
 * clears the cache. */
void ending_set_source(Ending *ending, OwnershipSource source);

/* Are dead stones taken off once both sides have passed? By agreement, if the rules know it, unless
 * the game is to be played out. */
static inline bool ending_takes_dead(const Rules *rules, bool play_out) {
    return rules->agreement && !play_out;
}

/* Sets status[point] to a StoneStatus: alive, dead or in seki for stones, STATUS_NONE for empty
 * points. Returns false if the deadline (NULL: none) comes first. */
bool ending_status(Ending *ending, const Game *game, const Deadline *deadline,
                   uint8_t status[POINT_COUNT]);

/* Is the game over in all but name? No neutral point is left to fill but in a seki, and games agree
 * with the board, once dead stones are off it, on who owns each point. Passing now loses nothing.
 * takes_dead: dead stones need not be captured first. Returns false also if the deadline (NULL:
 * none) comes before all of that is known. */
bool ending_is_settled(Ending *ending, const Game *game, bool takes_dead, const Deadline *deadline);

/* If both sides have passed, does color win, whether dead stones are taken off or not? (Under
 * territory rules, where capturing them would cost points, they go.) Returns false also if that is
 * not known by the deadline (NULL: none). */
bool ending_pass_wins(Ending *ending, const Game *game, Color color, const Deadline *deadline);

#endif
