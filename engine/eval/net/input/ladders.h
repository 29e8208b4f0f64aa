/* Ladders as KataGo's input features define them: chains of one or two liberties that the opponent
 * captures by atari after atari, whatever the chain does.
 *
 * The reading is KataGo's (cpp/game/board.cpp, searchIsLadderCaptured) and not that of
 * engine/go/board/ladder.h, since a network answers well only for inputs like those it was trained
 * on: the defender extends or captures an adjacent chain in atari, kos count for the defender, and
 * if the reading exceeds 25,000 moves, the chain escapes.
 *
 * A Ladders remembers what it has read, since a position is an earlier board of those one or two
 * moves beyond it. One thread at a time may use it, for any boards. */
#ifndef ENGINE_EVAL_NET_INPUT_LADDERS_H
#define ENGINE_EVAL_NET_INPUT_LADDERS_H

#include "engine/go/board/board.h"

/* The marks of a cell. A chain with two liberties is in a ladder if it is captured with the
 * opponent moving first, a chain with one liberty if it is captured moving first itself. */
enum {
    LADDER_CAUGHT = 1,  /* a stone of a chain that is in a ladder */
    LADDER_CATCHES = 2, /* << color: puts a chain of this color with two liberties into
                           its ladder */
};

typedef struct Ladders Ladders;

/* Reserves address space for the longest ladder; only what is used takes memory. Returns NULL if
 * out of memory. */
Ladders *ladders_new(void);
void ladders_free(Ladders *ladders);

/* The marks of each of the board's cells; they last until the next call. */
const uint8_t *ladders_find(Ladders *ladders, const Board *board);

#endif
