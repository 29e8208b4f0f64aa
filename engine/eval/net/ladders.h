/* Ladders as KataGo's input features mean them: chains of one or two liberties that the opponent
 * takes by atari after atari, whatever the chain does.
 *
 * The reading is KataGo's (cpp/game/board.cpp, searchIsLadderCaptured), since a network answers
 * rightly only for inputs like those it was trained on: the defender runs or takes a stone in
 * atari beside it, kos count for the defender, and a reading of more than 25,000 moves means that
 * the chain gets away.
 *
 * A Ladders remembers what it has found: a search asks for the ladders of a position again whenever
 * it looks one or two moves beyond it. One thread at a time, any number of boards. */
#ifndef ENGINE_EVAL_NET_LADDERS_H
#define ENGINE_EVAL_NET_LADDERS_H

#include "engine/board/board.h"

/* What is to be said of a cell. A chain of two liberties is in a ladder if its opponent moves
 * first, one of one liberty if it moves first itself. */
enum {
    LADDER_CAUGHT = 1,  /* a stone of a chain that is in a ladder */
    LADDER_CATCHES = 2, /* << colour: puts a chain of this colour with two liberties into
                           its ladder */
};

typedef struct Ladders Ladders;

/* NULL where memory runs out. Takes address space for the longest ladder, memory for those met. */
Ladders *ladders_new(void);
void ladders_free(Ladders *ladders);

/* What is to be said of each of the board's cells, until the next call. */
const uint8_t *ladders_find(Ladders *ladders, const Board *board);

#endif
