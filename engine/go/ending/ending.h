/* Whether the game is over: which stones are dead, whether anything is left to play for, whether
 * passing wins.
 *
 * An Ending caches what is known of the last position, and finds each part at
 * most once, when it is first needed. The player, the search and the commands that count the score
 * share one. A part that a deadline cut short is not kept.
 *
 * Invariant: the cache holds what a fresh Ending would find. Any thread may ask; others wait until
 * it has its answer or runs out of time. */
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

/* Sets the source that decides if games and reading leave a doubt. By default there is no source.
 * A new one clears the cache. */
void ending_set_source(Ending *ending, OwnershipSource source);

/* Sets what proves the fate of stones that may be in seki, before the first question. By default
 * nothing does. */
void ending_set_prover(Ending *ending, ChainProver *prover);

/* Are dead stones removed after two passes? Yes if the rules have agreement, unless the game is to
 * be played out. */
static inline bool ending_removes_dead_stones(const Rules *rules, bool play_out) {
    return rules->friendly_pass_ok && !play_out;
}

/* Sets status[point] as stone_status_find does; but after two passes under area rules without
 * agreement all stones are alive. Returns false if the deadline (NULL: none) comes first. */
bool ending_status(Ending *ending, const Game *game, const Deadline *deadline,
                   uint8_t status[POINT_COUNT]);

/* Returns the score without the stones that ending_status calls dead, as game_score does. Has no
 * deadline. */
double ending_score(Ending *ending, const Game *game);

/* Is it too early for a game to be over? It is with fewer stones than one on four points (of 292
 * games of people that had ended, the emptiest had 31 on 100), and with stones of one color alone
 * unless each point is unconditionally theirs. */
bool ending_is_early(const Board *board, bool suicide_allowed);

/* Is it too early to begin to pass? The opponent's pass may always be answered by one. */
static inline bool ending_bars_pass(const Board *board, bool suicide_allowed) {
    return board->passes == 0 && ending_is_early(board, suicide_allowed);
}

/* Is the board open? It is if it is early, or if more than one point in eight has no likely owner,
 * sekis aside. Sets contested[point] where neither side's ownership is sure: everywhere if it is
 * early. Owners are those that the source expects or, without one, of games that the opponent
 * begins. Returns false, and nothing is contested, if the deadline (NULL: none) comes first. */
bool ending_is_open(Ending *ending, const Game *game, const Deadline *deadline,
                    bool contested[POINT_COUNT]);

/* Does passing lose nothing? Dame are left only in sekis, and games agree with the board on the
 * owner of every other point. removes_dead_stones: dead stones need not be captured first. Also
 * returns false if the deadline (NULL: none) comes first. */
bool ending_is_settled(Ending *ending, const Game *game, bool removes_dead_stones,
                       const Deadline *deadline);

/* If both sides have passed, does color win, whether dead stones are removed or not? (Under
 * territory rules, where capturing them would cost points, they are.) Also returns false if the
 * deadline (NULL: none) comes first. */
bool ending_pass_wins(Ending *ending, const Game *game, Color color, const Deadline *deadline);

#endif
