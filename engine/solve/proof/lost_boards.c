#include "engine/solve/proof/lost_boards.h"

#include "engine/solve/verify/strategy.h"

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

void lost_boards_add_since(LostBoards *lost, const LostBoards *all, const uint32_t first[2]) {
    for (int side = 0; side < 2; side++) {
        const BoardSet *set = &all->boards[side];
        for (uint32_t i = first[side]; i < set->count; i++) {
            SlowBoard board;
            int ko;
            strategy_unpack(set->rules, set->packed + i * set->packed_bytes, &board, &ko);
            lost_boards_add(lost, &board, side != 0);
        }
    }
}

bool lost_boards_may_follow(const LostBoards *lost, int winner_stones, int loser_stones) {
    return winner_stones >= lost->fewest[loser_stones] ||
           winner_stones >= lost->fewest[loser_stones + 1];
}
