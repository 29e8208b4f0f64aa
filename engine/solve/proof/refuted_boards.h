/* Boards the strategy must avoid: from them superko bans every continuation that was found. The
 * program ends with a message if memory runs out. */
#ifndef ENGINE_SOLVE_PROOF_REFUTED_BOARDS_H
#define ENGINE_SOLVE_PROOF_REFUTED_BOARDS_H

#include "engine/solve/verify/boards.h"

typedef struct {
    BoardSet boards[2];             /* [is the winner to move?] */
    int fewest[SLOW_CELLS_MAX + 2]; /* [the loser's stones]: the fewest of the winner's on such a
                                       board with the winner to move; more than any: none */
} RefutedBoards;

void refuted_boards_init(RefutedBoards *refuted, const SlowRules *rules);
void refuted_boards_free(RefutedBoards *refuted);

/* Returns false if the board was refuted already. */
bool refuted_boards_add(RefutedBoards *refuted, const SlowBoard *board, bool winner_to_move);

bool refuted_boards_has(const RefutedBoards *refuted, const SlowBoard *board, bool winner_to_move);

/* Can a reply to a position lead to a refuted board, by the numbers of stones? It adds a stone of
 * the loser or none, and takes some of the winner's. */
bool refuted_boards_may_follow(const RefutedBoards *refuted, int winner_stones, int loser_stones);

static inline uint32_t refuted_boards_count(const RefutedBoards *refuted) {
    return refuted->boards[false].count + refuted->boards[true].count;
}

#endif
