#include "engine/lab/bench/collisions/census.h"

CensusBoard census_board(int width, int height) {
    CensusBoard board = {.width = width, .all = (UINT32_C(1) << (width * height)) - 1};
    for (int cell = 0; cell < width * height; cell++) {
        board.not_left |= (uint32_t)(cell % width != 0) << cell;
    }
    return board;
}

static uint32_t cells_around(const CensusBoard *board, uint32_t cells) {
    return ((cells << 1) & board->not_left) | ((cells & board->not_left) >> 1) |
           (cells << board->width) | (cells >> board->width);
}

/* Life spreads from the empty points along the chains; whatever it does not reach has no liberty.
 */
bool census_all_have_liberties(const CensusBoard *board, uint32_t stones, uint32_t empty) {
    uint32_t alive = 0, reached = stones & cells_around(board, empty);
    while (reached != alive) {
        alive = reached;
        reached |= stones & cells_around(board, alive);
    }
    return alive == stones;
}
