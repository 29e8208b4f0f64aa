/* Who owns which point at the end, as the mean of many games. Pure functions: any thread. */
#ifndef ENGINE_GO_ENDING_ESTIMATE_H
#define ENGINE_GO_ENDING_ESTIMATE_H

#include "engine/base/deadline.h"
#include "engine/go/board/board.h"

/* The seed for judging whether the game is over: every judgement plays the same games. */
static const uint64_t ESTIMATE_SEED = 0x6F776E6572736869;

/* Random games show sekis. Games by the playouts' policy show who lives if both sides answer. */
typedef enum { ESTIMATE_BY_RANDOM_GAMES, ESTIMATE_BY_POLICY } EstimateMethod;

typedef struct {
    EstimateMethod method;
    Color first; /* begins each game; EMPTY: the sides by turns */
    int count;
    uint64_t seed;
} EstimateGames;

/* Sets owner[point of the board] to -1 (White's in every game) .. 1 (Black's). Returns false and
 * sets nothing if the deadline (NULL: none) comes before the last game has begun. */
bool estimate_owners(const Board *board, const EstimateGames *games, const Deadline *deadline,
                     float *owner);

#endif
