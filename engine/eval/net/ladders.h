/* Ladders as KataGo's input features mean them: chains of one or two liberties that the opponent
 * takes by atari after atari, whatever the chain does.
 *
 * The reading is KataGo's (cpp/game/board.cpp, searchIsLadderCaptured), since a network answers
 * rightly only for inputs like those it was trained on: the defender runs or takes a stone in
 * atari beside it, kos count for the defender, and a reading of more than 25,000 moves means that
 * the chain gets away.
 *
 * A Ladders is scratch memory: one thread at a time, any number of boards. */
#ifndef ENGINE_EVAL_NET_LADDERS_H
#define ENGINE_EVAL_NET_LADDERS_H

#include "engine/board/board.h"

typedef struct Ladders Ladders;

/* NULL where memory runs out. Takes address space for the longest ladder, memory for those met. */
Ladders *ladders_new(void);
void ladders_free(Ladders *ladders);

/* caught[point] becomes 1 for each stone of a chain that is in a ladder, else 0, for all points of
 * the board; a chain of two liberties is if its opponent moves first, one of one liberty if it
 * moves first itself. Where works is not NULL, works[point] becomes 1 for each move that puts a
 * chain of the colour victim with two liberties into its ladder, else 0. */
void ladders_find(Ladders *ladders, const Board *board, uint8_t *caught, Color victim,
                  uint8_t *works);

#endif
