#include "gtp/json/query/query.h"

#include <string.h>

static void place_stones(const Query *query, const Geometry *geometry,
                         ColorCell cells[CELL_COUNT_MAX]) {
    memset(cells, EMPTY, (size_t)geometry->cell_count);
    for (int i = 0; i < query->stone_count; i++) {
        const Move stone = query->stones[i];
        cells[geometry->cell_of[stone.point]] = (ColorCell)stone.color;
    }
}

/* The stones before the first move, if they are two or more and all of them black: a handicap. */
static int first_stones(const Query *query, const ColorCell *cells) {
    int black = 0;
    for (int i = 0; i < query->stone_count; i++) {
        if (query->stones[i].color == WHITE) {
            return 0;
        }
    }
    for (int cell = 0; cell < query->width * query->height; cell++) {
        black += cells[cell] == BLACK;
    }
    return black >= 2 ? black : 0;
}

bool position_check(const Query *query, const Geometry *geometry, int *wrong, Status *status) {
    ColorCell cells[CELL_COUNT_MAX];
    Board board;
    board_init(&board, geometry);
    place_stones(query, geometry, cells);
    bool ok = board_set_up(&board, cells, BLACK, status);
    *wrong = -1;
    for (int i = 0; ok && i < query->move_count; i++) {
        const Color color = query->moves[i].color;
        const Point p = query->moves[i].point;
        board.to_move = (uint8_t)color;
        board.ko = POINT_NONE; /* no ko matters, but a lone stone may not be put to death */
        ok = board_is_legal(&board, color, p, true);
        *wrong = i;
        if (ok) {
            board_play(&board, color, p);
        }
    }
    return ok;
}

bool position_set_up(const Query *query, int turn, bool counts_first_moves, Game *game,
                     Status *status) {
    ColorCell cells[CELL_COUNT_MAX];
    if (!game_clear(game, query->width, query->height, status)) {
        return false;
    }
    place_stones(query, game->geometry, cells);
    const Color first = query->initial != EMPTY          ? (Color)query->initial
                        : query->move_count > 0          ? query->moves[0].color
                        : first_stones(query, cells) > 0 ? WHITE
                                                         : BLACK;
    game->rules = query->rules;
    game->komi = (double)query->komi;
    game->counts_first_moves = counts_first_moves;
    bool ok = game_set_up(game, cells, first, first_stones(query, cells), status);
    for (int i = 0; ok && i < turn; i++) {
        const Move move = query->moves[i];
        ok = game_play(game, move.color, move.point, status);
    }
    return ok;
}
