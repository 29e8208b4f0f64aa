#include "engine/solve/proof/refuted_boards.h"

void refuted_boards_init(RefutedBoards *refuted, const SlowRules *rules) {
    board_set_init(&refuted->boards[false], rules);
    board_set_init(&refuted->boards[true], rules);
    for (int i = 0; i < SLOW_CELLS_MAX + 2; i++) {
        refuted->fewest[i] = SLOW_CELLS_MAX + 1;
    }
}

void refuted_boards_free(RefutedBoards *refuted) {
    board_set_free(&refuted->boards[false]);
    board_set_free(&refuted->boards[true]);
}

bool refuted_boards_has(const RefutedBoards *refuted, const SlowBoard *board, bool winner_to_move) {
    return board_set_find(&refuted->boards[winner_to_move], board) != BOARD_UNKNOWN;
}

bool refuted_boards_add(RefutedBoards *refuted, const SlowBoard *board, bool winner_to_move) {
    if (refuted_boards_has(refuted, board, winner_to_move)) {
        return false;
    }
    board_set_add(&refuted->boards[winner_to_move], board);
    if (winner_to_move) {
        int *fewest = &refuted->fewest[__builtin_popcountll(board->loser)];
        const int stones = __builtin_popcountll(board->winner);
        *fewest = stones < *fewest ? stones : *fewest;
    }
    return true;
}

bool refuted_boards_may_follow(const RefutedBoards *refuted, int winner_stones, int loser_stones) {
    return winner_stones >= refuted->fewest[loser_stones] ||
           winner_stones >= refuted->fewest[loser_stones + 1];
}
