/* Boards that a strategy avoids since superko has spoilt them. The program ends with a message if
 * memory runs out. */
#ifndef ENGINE_SOLVE_PROOF_LOST_BOARDS_H
#define ENGINE_SOLVE_PROOF_LOST_BOARDS_H

#include "engine/solve/verify/boards.h"

typedef struct {
    BoardSet boards[2];             /* [is the winner to move?] */
    int fewest[SLOW_CELLS_MAX + 2]; /* [the loser's stones]: the fewest of the winner's on such a
                                       board with the winner to move; more than any: none */
} LostBoards;

void lost_boards_init(LostBoards *lost, const SlowRules *rules);
void lost_boards_free(LostBoards *lost);

/* Returns false if the board was lost already. */
bool lost_boards_add(LostBoards *lost, const SlowBoard *board, bool winner_to_move);

bool lost_boards_has(const LostBoards *lost, const SlowBoard *board, bool winner_to_move);

/* Can a reply to a position lead to a lost board, by the numbers of stones? It adds a stone of the
 * loser or none, and takes some of the winner's. */
bool lost_boards_may_follow(const LostBoards *lost, int winner_stones, int loser_stones);

static inline uint32_t lost_boards_count(const LostBoards *lost) {
    return lost->boards[false].count + lost->boards[true].count;
}

#endif
