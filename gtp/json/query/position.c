#include "gtp/json/query/position.h"

#include <string.h>

static void place_stones(const Query *query, const Geometry *geometry,
                         ColorCell cells[CELL_COUNT_MAX]) {
    memset(cells, EMPTY, (size_t)geometry->cell_count);
    for (int i = 0; i < query->stone_count; i++) {
        const PackedMove stone = query->stones[i];
        cells[geometry->cell_of[packed_point(stone)]] = (ColorCell)packed_color(stone);
    }
}

/* Can color play there, if kos and repetitions do not matter? A lone stone may not be put to death.
 */
static bool is_playable(Board *board, Color color, Point p) {
    board->ko = POINT_NONE;
    return board_is_legal(board, color, p, true);
}

/* White after two stones or more, all of them black, as in a game with handicap; else Black. */
static Color usual_first(const Query *query, const ColorCell *cells) {
    int black = 0;
    for (int i = 0; i < query->stone_count; i++) {
        if (packed_color(query->stones[i]) == WHITE) {
            return BLACK;
        }
    }
    for (int cell = 0; cell < query->width * query->height; cell++) {
        black += cells[cell] == BLACK;
    }
    return black >= 2 ? WHITE : BLACK;
}

bool position_check(const Query *query, const Geometry *geometry, int *wrong, Status *status) {
    ColorCell cells[CELL_COUNT_MAX];
    Board board;
    board_init(&board, geometry);
    place_stones(query, geometry, cells);
    bool ok = board_set_up(&board, cells, BLACK, status);
    *wrong = -1;
    for (int i = 0; ok && i < query->move_count; i++) {
        const Color color = packed_color(query->moves[i]);
        const Point p = packed_point(query->moves[i]);
        board.to_move = (uint8_t)color;
        ok = is_playable(&board, color, p);
        *wrong = i;
        if (ok) {
            board_play(&board, color, p);
        }
    }
    return ok;
}

/* Counts Black's moves before White's first, without white passes in between. Two moves of White in
 * a row set up a position: 0 then. */
static int count_first_moves(const PackedMove *moves, int move_count) {
    int count = 0;
    for (int i = 0; i < move_count; i++) {
        const bool is_pass = packed_point(moves[i]) == POINT_PASS;
        if (packed_color(moves[i]) == WHITE) {
            if (i + 1 < move_count && packed_color(moves[i + 1]) == WHITE) {
                return 0;
            }
            if (!is_pass) {
                break;
            }
        }
        count += packed_color(moves[i]) == BLACK && !is_pass;
    }
    return count;
}

/* cells: the stones before the first move. */
static int count_handicap(const Query *query, int turn, bool counts_first_moves,
                          const ColorCell *cells) {
    int stones = counts_first_moves ? count_first_moves(query->moves, turn) : 0;
    for (int cell = 0; cell < query->width * query->height; cell++) {
        if (cells[cell] == WHITE) {
            return 0;
        }
        stones += cells[cell] == BLACK;
    }
    return stones >= 2 ? stones : 0;
}

static bool play(Game *game, PackedMove packed, bool is_first, Status *status) {
    const Color color = packed_color(packed);
    const bool is_turn = (Color)game->board.to_move == color;
    ColorCell cells[CELL_COUNT_MAX];
    if (!is_turn && is_first) {
        game_set_to_move(game, color);
    } else if (!is_turn) {
        board_get_cells(&game->board, cells);
        if (!game_restart_from(game, cells, color, status)) {
            return false;
        }
    }
    return game_play(game, color, packed_point(packed), status);
}

bool position_set_up(const Query *query, int turn, bool counts_first_moves, Game *game,
                     Status *status) {
    ColorCell cells[CELL_COUNT_MAX];
    if (!game_clear(game, query->width, query->height, status)) {
        return false;
    }
    place_stones(query, game->geometry, cells);
    const Color first = query->initial != EMPTY ? (Color)query->initial
                        : query->move_count > 0 ? packed_color(query->moves[0])
                                                : usual_first(query, cells);
    game->rules = query->rules;
    game->komi = (double)query->komi;
    bool ok = game_set_up(game, cells, first, 0, status);
    for (int i = 0; ok && i < turn; i++) {
        ok = play(game, query->moves[i], i == 0, status);
    }
    game->handicap = count_handicap(query, turn, counts_first_moves, cells);
    return ok;
}
