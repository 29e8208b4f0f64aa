/* A double of a game on which moves are tried that the game has not seen: what a network is told of
 * a position (history, superko, ladders of earlier boards) then comes from the rules as they are.
 *
 * A Rehearsal belongs to one thread. It follows its game by itself, move by move or from the
 * beginning. */
#ifndef ENGINE_EVAL_NET_REHEARSAL_H
#define ENGINE_EVAL_NET_REHEARSAL_H

#include "engine/eval/net/situation.h"

typedef struct Rehearsal Rehearsal;

/* NULL where memory runs out. */
Rehearsal *rehearsal_new(void);
void rehearsal_free(Rehearsal *rehearsal);

/* The situation after these moves from the game's present position, by turns, color first; all of
 * them legal. It lasts until the next call. NULL where memory runs out. */
const Situation *rehearsal_play(Rehearsal *rehearsal, const Game *game, Color color,
                                const Point *path, int length);

#endif
