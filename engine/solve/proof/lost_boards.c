#include "engine/solve/proof/lost_boards.h"

void lost_boards_init(LostBoards *lost, const SlowRules *rules) {
    board_set_init(&lost->boards[false], rules);
    board_set_init(&lost->boards[true], rules);
    for (int i = 0; i < SLOW_CELLS_MAX + 2; i++) {
        lost->fewest[i] = SLOW_CELLS_MAX + 1;
    }
}

void lost_boards_free(LostBoards *lost) {
    board_set_free(&lost->boards[false]);
    board_set_free(&lost->boards[true]);
}

bool lost_boards_has(const LostBoards *lost, const SlowBoard *board, bool winner_to_move) {
    return board_set_find(&lost->boards[winner_to_move], board) != BOARD_UNKNOWN;
}

bool lost_boards_add(LostBoards *lost, const SlowBoard *board, bool winner_to_move) {
    if (lost_boards_has(lost, board, winner_to_move)) {
        return false;
    }
    board_set_add(&lost->boards[winner_to_move], board);
    if (winner_to_move) {
        int *fewest = &lost->fewest[__builtin_popcountll(board->loser)];
        const int stones = __builtin_popcountll(board->winner);
        *fewest = stones < *fewest ? stones : *fewest;
    }
    return true;
}

bool lost_boards_may_follow(const LostBoards *lost, int winner_stones, int loser_stones) {
    return winner_stones >= lost->fewest[loser_stones] ||
           winner_stones >= lost->fewest[loser_stones + 1];
}
